/** Move of the ledger line by which the sealed tasks of a lineage were opened; its reason begins with the lineage. */
export const TEST_OPENED = 'test_opened'
