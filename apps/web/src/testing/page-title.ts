import { screen } from "@testing-library/react";

/** Waits for the screen's only h1. */
export const findPageTitle = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
