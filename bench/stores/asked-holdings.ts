/** How long answers took in one process. Whether the first of them found folds kept from before is up to the file. */
export interface AskedHoldings {
  readonly firstMs: number;
  readonly secondMs: number;
  readonly lotsMs: number;
  /** Once more, after one more trade if there was one. */
  readonly afterTradeMs: number;
  readonly peakMegabytes: number;
}
