import { type ComponentType, createContext } from "react";

type GapSlotProps = {
  /** Counts the gaps of the text that are asked for, from 0. */
  gap: number;
  /** The text that hides the gap: "[...]", or its hint in brackets. */
  label: string;
};

/** The element that is drawn in the place of each gap that is asked for, instead of its label. */
export const GapSlot = createContext<ComponentType<GapSlotProps> | null>(null);
