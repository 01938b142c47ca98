import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Advances fake timers and renders the result. */
export const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
