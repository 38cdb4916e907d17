/** Makes room for one more; a Map keeps its keys in the order they came. */
export function bounded<K, V>(map: Map<K, V>, max: number): Map<K, V> {
  while (map.size >= max) map.delete(map.keys().next().value as K)
  return map
}
