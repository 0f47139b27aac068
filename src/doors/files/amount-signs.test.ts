import { describe, expect, it } from 'vitest';
import { fileOf, plain, problemsOf, rowsOf } from '../../../test/support/mapped-file.ts';

describe('the signs of a mapped file', () => {
  const refunds = (text: string, mapping: unknown = plain) =>
    rowsOf(text, mapping).flatMap(({ event }) =>
      event.kind === 'fact' && event.fact.kind === 'fee'
        ? [`${event.fact.amount.toString()} ${event.fact.refund ? 'back' : 'spent'}`]
        : [],
    );
  const signedBuy = { type: 'buy', instrument: 'KLEE', units: '1', amount: '-10' };
  const unsignedBuy = { type: 'buy', instrument: 'KLEE', units: '1', amount: '10' };
  const feeDown = { type: 'fee', amount: '-2' };
  const feeUp = { type: 'tax', amount: '3' };

  it('follow the purchases: money that leaves has a minus in one file and none in the other', () => {
    expect(refunds(fileOf(signedBuy, feeDown, feeUp))).toEqual(['2 spent', '3 back']);
    expect(refunds(fileOf(unsignedBuy, feeDown, feeUp))).toEqual(['2 back', '3 spent']);
  });

  it('follow the charges where nothing else leaves', () => {
    expect(refunds(fileOf(feeDown))).toEqual(['2 spent']);
    expect(refunds(fileOf(feeUp))).toEqual(['3 spent']);
  });

  it('are asked for where charges alone disagree, and then follow the mapping', () => {
    expect(problemsOf(fileOf(feeDown, feeUp))).toEqual([
      [2, 'unclear_sign', 'amount'],
      [3, 'unclear_sign', 'amount'],
    ]);
    expect(refunds(fileOf(feeDown, feeUp), { ...plain, amounts: 'signed' })).toEqual(['2 spent', '3 back']);
    expect(refunds(fileOf(feeDown, feeUp), { ...plain, amounts: 'unsigned' })).toEqual(['2 back', '3 spent']);
  });

  it('show the one purchase that differs from the others', () => {
    expect(problemsOf(fileOf(signedBuy, signedBuy, unsignedBuy))).toEqual([[4, 'wrong_sign', 'amount']]);
    expect(problemsOf(fileOf(unsignedBuy, signedBuy, unsignedBuy))).toEqual([[3, 'wrong_sign', 'amount']]);
  });

  it('show the one fee of a trade that is taken back', () => {
    const fees = ['-1', '-1', '0.23'].map((fee) => ({ ...signedBuy, fee }));
    expect(problemsOf(fileOf(...fees))).toEqual([[4, 'wrong_sign', 'fee']]);
  });
});
