import { randomBytes, randomUUID } from 'node:crypto';

/** `random` are version 4 UUIDs, `ordered` version 7: the time first, so that later keys sort after earlier ones. */
export type KeyKind = 'random' | 'ordered';

export type KeySource = () => string;

export function createKeySource(kind: KeyKind): KeySource {
  return kind === 'random' ? randomUUID : createOrderedKeys();
}

/** Keys of one millisecond are told apart, and kept in order, by a counter of 12 bits. */
const keysOfMillisecondMax = 4_096;

function createOrderedKeys(): KeySource {
  let millisecond = Date.now();
  let counter = 0;
  return () => {
    const now = Date.now();
    if (now > millisecond) {
      millisecond = now;
      counter = 0;
    } else {
      counter += 1;
      if (counter === keysOfMillisecondMax) {
        millisecond += 1;
        counter = 0;
      }
    }
    const time = millisecond.toString(16).padStart(12, '0');
    const chance = randomBytes(8);
    chance[0] = 0x80 | ((chance[0] ?? 0) & 0x3f);
    const tail = chance.toString('hex');
    const order = counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  };
}
