/** Carries the books of one store into another, by the names that settings give to stores. */
import {
  transferStore,
  type TransferOptions,
  type TransferResult,
} from '../store/transfer/transfer-store.ts';
import { openTransferSource, openTransferTarget } from './open-transfer.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Throws a `Fault` when one of them cannot be used, and `UsageError` when its name cannot be read. */
export async function moveStore({ from, to }: Move, options: TransferOptions): Promise<TransferResult> {
  const source = await openTransferSource(from);
  try {
    const target = await openTransferTarget(to);
    try {
      return await transferStore(source, target, () => openTransferSource(to, { unfinished: true }), options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
