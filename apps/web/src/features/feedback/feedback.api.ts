import * as feedbackEndpoints from "@repasa/contract/client/feedback.ts";
import { useUser } from "#features/session/use-session.ts";
import { useChange } from "#lib/use-change.ts";

export function useSendFeedback() {
  const { id: userId, email } = useUser();
  return useChange(feedbackEndpoints.send, {
    input: ({ rating, feedback }: { rating: number; feedback: string }) => ({
      body: {
        rating,
        feedback,
        timestamp: new Date().toISOString(),
        userAgent: navigator.userAgent.slice(0, 1000),
        userId,
        email,
      },
    }),
    success: "Gracias por tu opinión",
    failure: (_, { feedback }) =>
      feedback === ""
        ? "No se pudo enviar la valoración. Inténtalo de nuevo."
        : "No se pudo enviar el feedback. Inténtalo de nuevo.",
  });
}
