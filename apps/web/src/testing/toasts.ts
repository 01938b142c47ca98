import { screen, within } from "@testing-library/react";

/** Queries within the region of toasts; the announcer for screen readers repeats their texts elsewhere. */
export const toasts = () => within(screen.getByLabelText(/^Notificaciones/));
