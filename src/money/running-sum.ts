import { Decimal } from './decimal.ts';
import { powerOfTen } from './power-of-ten.ts';

/**
 * A sum that is added to in place: over a whole journal it makes no new number for every addition, and normalises only
 * the total. Exact, like everything here.
 */
export class RunningSum {
  #coefficient = 0n;
  #scale = 0;

  add({ coefficient, scale }: Decimal): void {
    if (scale === this.#scale) this.#coefficient += coefficient;
    else if (scale < this.#scale) this.#coefficient += coefficient * powerOfTen(this.#scale - scale);
    else {
      this.#coefficient = this.#coefficient * powerOfTen(scale - this.#scale) + coefficient;
      this.#scale = scale;
    }
  }

  isZero(): boolean {
    return this.#coefficient === 0n;
  }

  get total(): Decimal {
    return Decimal.fromParts(this.#coefficient, this.#scale);
  }
}
