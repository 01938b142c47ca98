import { screen } from "@testing-library/react";

export const getLinkTarget = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
