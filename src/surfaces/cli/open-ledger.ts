/** Opens the books where the environment and the flags say they are. */
import type { CliWorld } from './cli-world.ts';
import type { GlobalValues } from './global-flags.ts';
import type { Ledger, TypedWish } from './ledger.ts';

/** A flag says more than the environment: `--store` opens that store even where FIXPOINT_API_BASE names a hub. */
export async function openLedger(world: CliWorld, globals: GlobalValues): Promise<Ledger> {
  const base = world.env['FIXPOINT_API_BASE'] ?? '';
  if (base !== '' && globals.store === undefined) {
    const { openRemoteHub } = await import('./remote-hub.ts');
    return openRemoteHub(base, world, globals);
  }
  const { hub, close } = await world.openHub({ store: globals.store, config: globals.config });
  const toWish = ({ key, ...wish }: TypedWish) => ({
    ...wish,
    ...(key === undefined ? {} : { key }),
    door: 'cli' as const,
    actor: world.actor,
  });
  return {
    submit: (wish) => hub.submit(toWish(wish)),
    submitAll: (wishes) => hub.submitAll(wishes.map(toWish)),
    ask: (question) => hub.ask(question),
    close,
  };
}
