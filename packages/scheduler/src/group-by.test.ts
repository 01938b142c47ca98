import fc from "fast-check";
import { expect, it } from "vitest";
import { groupBy } from "#group-by.ts";

it("groupBy returns the same as Map.groupBy", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (numbers, modulus) => {
      const keyOf = (number: number) => number % modulus;
      expect([...groupBy(numbers.values(), keyOf)]).toEqual([...Map.groupBy(numbers, keyOf)]);
    }),
  );
});
