import { screen, within } from "@testing-library/react";

/** Queries within the region of toasts. */
export const toasts = () => within(screen.getByLabelText(/^Notificaciones/));
