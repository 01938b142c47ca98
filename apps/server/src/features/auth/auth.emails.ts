import type { Letter } from "#mail/letter.ts";

/** Only from the configured address: a request's Host header could lead to somebody else's site. */
function linkTo(path: string, appUrl: string, token?: string): string {
  const link = new URL(path, appUrl);
  if (token !== undefined) link.searchParams.set("token", token);
  return link.href;
}

export function resetLetter(to: string, token: string, appUrl: string): Letter {
  return {
    to,
    subject: "Restablece tu contraseña de Repasa",
    preview: "El enlace vale 30 minutos.",
    blocks: [
      { kind: "heading", text: "Una contraseña nueva" },
      {
        kind: "text",
        text: "Has pedido una contraseña nueva para tu cuenta de Repasa. Abre este enlace en los próximos 30 minutos:",
      },
      { kind: "button", text: "Elegir una contraseña nueva", link: linkTo("/new-password", appUrl, token) },
      { kind: "note", text: "El enlace vale una sola vez. Si pides otro, este deja de valer." },
      { kind: "note", text: "Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma." },
    ],
  };
}

export function verificationLetter(to: string, token: string, appUrl: string): Letter {
  return {
    to,
    subject: "Confirma tu correo de Repasa",
    preview: "Un clic y listo.",
    blocks: [
      { kind: "heading", text: "Confirma tu correo" },
      {
        kind: "text",
        text: "Gracias por estudiar con Repasa. Confirma que esta dirección es tuya, para que lo que te escribamos llegue a su sitio:",
      },
      { kind: "button", text: "Confirmar mi correo", link: linkTo("/verify-email", appUrl, token) },
      { kind: "note", text: "El enlace vale 7 días. Mientras tanto puedes estudiar como siempre." },
      { kind: "note", text: "Si no tienes una cuenta en Repasa, no tienes que hacer nada." },
    ],
    reason: "Recibes este correo porque alguien ha usado esta dirección para una cuenta en Repasa.",
  };
}

/** To the pending address. Its reader may not be the account's owner, so it says nothing about the account. */
export function newAddressLetter(to: string, token: string, appUrl: string): Letter {
  return {
    to,
    subject: "Confirma tu nuevo correo de Repasa",
    preview: "Tu cuenta usará esta dirección cuando la confirmes.",
    blocks: [
      { kind: "heading", text: "Confirma tu nuevo correo" },
      {
        kind: "text",
        text: "Has pedido usar esta dirección en tu cuenta de Repasa. El cambio se hará cuando abras este enlace:",
      },
      { kind: "button", text: "Usar esta dirección", link: linkTo("/verify-email", appUrl, token) },
      { kind: "note", text: "El enlace vale 7 días." },
      { kind: "note", text: "Si no lo has pedido tú, no tienes que hacer nada: sin el enlace no cambia nada." },
    ],
    reason: "Recibes este correo porque alguien ha pedido usar esta dirección en su cuenta de Repasa.",
  };
}

export function passwordChangedLetter(to: string, appUrl: string, supportEmail: string): Letter {
  return {
    to,
    subject: "Tu contraseña de Repasa ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    blocks: [
      { kind: "heading", text: "Tu contraseña ha cambiado" },
      {
        kind: "text",
        text: "La contraseña de tu cuenta de Repasa se ha cambiado, y las demás sesiones se han cerrado. Si has sido tú, no tienes que hacer nada.",
      },
      { kind: "text", text: "Si no has sido tú, pide ahora una contraseña nueva:" },
      { kind: "button", text: "Pedir una contraseña nueva", link: linkTo("/reset-password", appUrl) },
      { kind: "note", text: `Si necesitas ayuda, escríbenos a ${supportEmail}.` },
    ],
  };
}

/** To the address that is to be replaced. It advises a new password, because that withdraws the request. */
export function emailChangeRequestedLetter(
  to: string,
  newAddress: string,
  appUrl: string,
  supportEmail: string,
): Letter {
  return {
    to,
    subject: "Han pedido cambiar el correo de tu cuenta de Repasa",
    preview: "Si has sido tú, no tienes que hacer nada aquí.",
    blocks: [
      { kind: "heading", text: "Cambio de correo pedido" },
      {
        kind: "text",
        text: `Han pedido que tu cuenta de Repasa use la dirección ${newAddress}. El cambio se hará cuando se abra el enlace que hemos enviado allí. Si has sido tú, no tienes que hacer nada aquí.`,
      },
      { kind: "text", text: "Si no has sido tú, pide ahora una contraseña nueva: al cambiarla se anula la petición." },
      { kind: "button", text: "Pedir una contraseña nueva", link: linkTo("/reset-password", appUrl) },
      { kind: "note", text: `Si necesitas ayuda, escríbenos a ${supportEmail}.` },
    ],
  };
}

/** To the old address, which can no longer ask for a new password: only support can help. */
export function emailChangedLetter(to: string, newAddress: string, supportEmail: string): Letter {
  return {
    to,
    subject: "El correo de tu cuenta de Repasa ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    blocks: [
      { kind: "heading", text: "Tu correo ha cambiado" },
      {
        kind: "text",
        text: `Tu cuenta de Repasa usa ahora la dirección ${newAddress}. Con esta ya no se puede entrar ni pedir una contraseña nueva. Si has sido tú, no tienes que hacer nada.`,
      },
      {
        kind: "text",
        text: `Si no has sido tú, escríbenos cuanto antes a ${supportEmail} desde esta dirección, y te ayudaremos a recuperar la cuenta.`,
      },
    ],
    reason: "Recibes este correo porque tenías una cuenta en Repasa con esta dirección.",
  };
}
