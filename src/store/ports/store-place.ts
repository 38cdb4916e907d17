/** Where a store keeps its rows. */
export interface HasPlace {
  /** The database file, or why there is none. */
  readonly place: StorePlace
}

export type StorePlace = { readonly file: string } | { readonly none: string }
