// @vitest-environment node
import { describe, expect, it } from "vitest";
import { countSessionCards, type SessionSize, sessionSizeText } from "#features/preferences/preferences.portion.ts";
import { formatPosition } from "#features/study/study.wording.ts";
import { formatCardsLeft, formatNextPortion } from "#features/study/summary/summary.wording.ts";

describe("countSessionCards", () => {
  it.each<[number, SessionSize, number]>([
    [400, 20, 20],
    [41, 10, 10],
    [40, 10, 40],
    [5, 20, 5],
    [400, null, 400],
    [41, 40, 40],
  ])("takes of %i due cards with the session size %s a portion of %i", (due, size, portion) => {
    expect(countSessionCards(due, size)).toBe(portion);
  });

  it("has labels for sessions, portions and the remaining cards", () => {
    expect(sessionSizeText(20, 400)).toBe("Sesión de 20");
    expect(sessionSizeText(null, 1400)).toBe("Todas (1.400)");
    expect(formatCardsLeft(380)).toBe("Quedan 380 para hoy");
    expect(formatCardsLeft(1)).toBe("Queda 1 para hoy");
    expect(formatNextPortion(20)).toBe("Otras 20");
    expect(formatNextPortion(1)).toBe("Otra carta");
  });
});

describe("formatPosition", () => {
  it("counts the cards of the session, and then the forgotten ones that are asked again", () => {
    expect(formatPosition({ done: 0, size: 20, asked: 20 })).toBe("Carta 1 de 20");
    expect(formatPosition({ done: 19, size: 20, asked: 22 })).toBe("Carta 20 de 20");
    expect(formatPosition({ done: 20, size: 20, asked: 22 })).toBe("Repaso 1 de 2");
    expect(formatPosition({ done: 21, size: 20, asked: 22 })).toBe("Repaso 2 de 2");
  });
});
