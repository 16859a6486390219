/** The row of sentinels stands apart from the board; in hundredths of a cell. */
export const SENTINEL_GAP = 26;
export const SENTINEL_BAND = 100 + SENTINEL_GAP - 14;
