/** Two sources tell of nearly the same trade; the second telling is held as `nearMatchReview`. For examples. */
const trade = { side: 'buy', instrument: 'AAPL', units: '10', currency: 'USD' };

export const nearMatchGiven = [
  {
    operation: 'record_external_trade',
    input: { ...trade, amount: '1906', source: 'mail', source_id: 'm-1', on: '2026-05-01' },
  },
  {
    operation: 'record_external_trade',
    input: { ...trade, amount: '1905', source: 'broker', source_id: 'C1', on: '2026-05-02' },
  },
];

/** First 12 hexadecimal digits of SHA-256 of `[1,"broker","C1",0]`. */
export const nearMatchReview = 'rev_7261a0f2a79c';
