import { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import { useMutation } from "@tanstack/react-query";
import { useUser } from "#features/session/use-session.ts";
import { callApi } from "#lib/api.ts";
import { errorToast, toast } from "#ui/toast.ts";

/** Sends a rating, with a suggestion if there is one, in the name of the signed-in user. */
export function useSendFeedback() {
  const { id: userId, email } = useUser();
  return useMutation({
    mutationFn: ({ rating, feedback }: { rating: number; feedback: string }) =>
      callApi(feedbackEndpoints.send, {
        body: {
          rating,
          feedback,
          timestamp: new Date().toISOString(),
          userAgent: navigator.userAgent.slice(0, 1000),
          userId,
          email,
        },
      }),
    onSuccess: () => toast({ description: "Gracias por tu opinión", variant: "success" }),
    onError: (error, { feedback }) =>
      errorToast(
        error,
        feedback === ""
          ? "No se pudo enviar la valoración. Inténtalo de nuevo."
          : "No se pudo enviar el feedback. Inténtalo de nuevo.",
      ),
  });
}
