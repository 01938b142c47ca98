import type { Mail } from "#mail/outbox.ts";

/** The link is built from the app's own address alone, never from what a request says about itself. */
export function resetMail(to: string, token: string, appUrl: string): Mail {
  const link = new URL("/new-password", appUrl);
  link.searchParams.set("token", token);
  return {
    to,
    subject: "Restablece tu contraseña de Repasa",
    text: [
      "Hola:",
      "",
      "Has pedido una contraseña nueva para tu cuenta de Repasa. Abre este enlace en los próximos 30 minutos:",
      "",
      link.href,
      "",
      "Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.",
      "",
      "Repasa",
    ].join("\n"),
  };
}
