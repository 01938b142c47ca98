import { describeDevice } from "@repasa/contract/device.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { button, heading, note, paragraph } from "#platform/mail/letter-blocks.ts";
import { buildSecretLink } from "#platform/mail/secret-link.ts";

/** Links start with the configured address, because a request's Host header could name somebody else's site. */
function buildLink(path: string, appUrl: string): string {
  return new URL(path, appUrl).href;
}

export function resetLetter(to: string, token: string, appUrl: string): Letter {
  return {
    to,
    subject: "Restablece tu contraseña de Repasa",
    preview: "El enlace vale 30 minutos.",
    blocks: [
      heading("Una contraseña nueva"),
      paragraph(
        "Has pedido una contraseña nueva para tu cuenta de Repasa. Abre este enlace en los próximos 30 minutos:",
      ),
      button("Elegir una contraseña nueva", buildSecretLink("/new-password", appUrl, token)),
      note("El enlace vale una sola vez. Cuando cambies la contraseña, los demás dejan de valer."),
      note("Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma."),
    ],
  };
}

export function verificationLetter(to: string, token: string, appUrl: string): Letter {
  return {
    to,
    subject: "Confirma tu correo de Repasa",
    preview: "Un clic y listo.",
    blocks: [
      heading("Confirma tu correo"),
      paragraph(
        "Gracias por estudiar con Repasa. Confirma que esta dirección es tuya, para que lo que te escribamos llegue a su sitio:",
      ),
      button("Confirmar mi correo", buildSecretLink("/verify-email", appUrl, token)),
      note("El enlace vale 7 días. Mientras tanto puedes estudiar como siempre."),
      note("Ábrelo en el navegador en el que estudias: por seguridad, en los demás se cerrará tu sesión."),
      note("Si no tienes una cuenta en Repasa, no tienes que hacer nada."),
    ],
    reason: "Recibes este correo porque alguien ha usado esta dirección para una cuenta en Repasa.",
  };
}

/** Goes to the pending address, whose reader may not be the account's owner, so it contains nothing about the account. */
export function newAddressLetter(to: string, token: string, appUrl: string): Letter {
  return {
    to,
    subject: "Confirma tu nuevo correo de Repasa",
    preview: "Tu cuenta usará esta dirección cuando la confirmes.",
    blocks: [
      heading("Confirma tu nuevo correo"),
      paragraph("Has pedido usar esta dirección en tu cuenta de Repasa. El cambio se hará cuando abras este enlace:"),
      button("Usar esta dirección", buildSecretLink("/verify-email", appUrl, token)),
      note("El enlace vale 7 días."),
      note("Si no lo has pedido tú, no tienes que hacer nada: sin el enlace no cambia nada."),
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
      heading("Tu contraseña ha cambiado"),
      paragraph(
        "La contraseña de tu cuenta de Repasa se ha cambiado, y se han cerrado las sesiones en otros dispositivos. Si has sido tú, no tienes que hacer nada.",
      ),
      paragraph("Si no has sido tú, pide ahora una contraseña nueva:"),
      button("Pedir una contraseña nueva", buildLink("/reset-password", appUrl)),
      note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
    ],
  };
}

/** Goes to the address that is to be replaced. It recommends a new password, because that withdraws the request. */
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
      heading("Cambio de correo pedido"),
      paragraph(
        `Han pedido que tu cuenta de Repasa use la dirección ${newAddress}. El cambio se hará cuando se abra el enlace que hemos enviado allí. Si has sido tú, no tienes que hacer nada aquí.`,
      ),
      paragraph("Si no has sido tú, pide ahora una contraseña nueva: al cambiarla se anula la petición."),
      button("Pedir una contraseña nueva", buildLink("/reset-password", appUrl)),
      note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
    ],
  };
}

type ChangedSetting = {
  /** The token of the link that undoes the change; null for an address that was never confirmed, where only support can help. */
  undoToken: string | null;
  appUrl: string;
  supportEmail: string;
};

/** Goes to the old address, which can no longer request a new password. */
export function emailChangedLetter(
  to: string,
  newAddress: string,
  { undoToken, appUrl, supportEmail }: ChangedSetting,
): Letter {
  const help = `escríbenos cuanto antes a ${supportEmail} desde esta dirección, y te ayudaremos a recuperar la cuenta`;
  return {
    to,
    subject: "El correo de tu cuenta de Repasa ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    blocks: [
      heading("Tu correo ha cambiado"),
      paragraph(
        `Tu cuenta de Repasa usa ahora la dirección ${newAddress}. Con esta ya no se puede entrar ni pedir una contraseña nueva. Si has sido tú, no tienes que hacer nada.`,
      ),
      ...(undoToken === null
        ? [paragraph(`Si no has sido tú, ${help}.`)]
        : [
            paragraph("Si no has sido tú, recupera tu cuenta: volverá a usar esta dirección."),
            button("Deshacer el cambio", buildSecretLink("/undo-email", appUrl, undoToken)),
            note("El enlace vale 7 días. Al usarlo se cierran todas las sesiones y eliges una contraseña nueva."),
            note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
          ]),
    ],
    reason: "Recibes este correo porque tenías una cuenta en Repasa con esta dirección.",
  };
}

/** Goes to the address that the account had before the change was undone. */
export function emailUndoneLetter(to: string, address: string, supportEmail: string): Letter {
  return {
    to,
    subject: "Se ha deshecho el cambio de correo en Repasa",
    preview: "La cuenta vuelve a usar su dirección anterior.",
    blocks: [
      heading("El cambio de correo se ha deshecho"),
      paragraph(
        `Desde el buzón anterior se ha deshecho el cambio de correo: la cuenta vuelve a usar ${address}. Todas las sesiones se han cerrado.`,
      ),
      note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
    ],
    reason: "Recibes este correo porque una cuenta de Repasa usaba esta dirección.",
  };
}

/** Goes to the owner of an address that another account requested. That account does not learn that the address is taken. */
export function addressInUseLetter(to: string, appUrl: string): Letter {
  return {
    to,
    subject: "Esta dirección ya tiene una cuenta en Repasa",
    preview: "Alguien ha querido usarla en otra cuenta. No ha cambiado nada.",
    blocks: [
      heading("Ya tienes una cuenta con esta dirección"),
      paragraph(
        "Alguien ha pedido usar esta dirección en otra cuenta de Repasa. No se puede, porque ya es la de la tuya, y no ha cambiado nada.",
      ),
      paragraph("Si has sido tú, entra con esta dirección; si no recuerdas la contraseña, pide una nueva:"),
      button("Pedir una contraseña nueva", buildLink("/reset-password", appUrl)),
      note("Si no has sido tú, no tienes que hacer nada."),
    ],
  };
}

type SignIn = { userAgent: string | null; at: string; timeZone: string };

export function newDeviceLetter(to: string, signIn: SignIn, appUrl: string, supportEmail: string): Letter {
  return {
    to,
    subject: "Nuevo inicio de sesión en Repasa",
    preview: "Si has sido tú, no tienes que hacer nada.",
    blocks: [
      heading("Un dispositivo nuevo en tu cuenta"),
      paragraph(
        "Alguien ha entrado en tu cuenta de Repasa desde un dispositivo que no conocíamos. Si has sido tú, no tienes que hacer nada.",
      ),
      {
        kind: "list",
        items: [
          { name: "Dispositivo", detail: describeDevice(signIn.userAgent).name },
          { name: "Cuándo", detail: formatTime(signIn) },
        ],
      },
      paragraph("Si no has sido tú, pide ahora una contraseña nueva: se cerrarán todas las sesiones."),
      button("Pedir una contraseña nueva", buildLink("/reset-password", appUrl)),
      paragraph("En Ajustes ves dónde está abierta tu cuenta y puedes cerrar cualquier sesión."),
      button("Ver mis sesiones", buildLink("/settings/security", appUrl)),
      note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
    ],
  };
}

function formatTime({ at, timeZone }: Pick<SignIn, "at" | "timeZone">): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone } as const;
  const time = new Intl.DateTimeFormat("es", format).format(new Date(at));
  const zone = new Intl.DateTimeFormat("es", { timeZone, timeZoneName: "short" })
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName");
  return zone ? `${time} (${zone.value})` : time;
}

export function accountDeletedLetter(to: string, supportEmail: string): Letter {
  return {
    to,
    subject: "Tu cuenta de Repasa se ha eliminado",
    preview: "Con todas sus cartas, materias y repasos.",
    blocks: [
      heading("Tu cuenta se ha eliminado"),
      paragraph(
        "Tu cuenta de Repasa se ha eliminado, con todas sus cartas, materias y repasos. No te escribiremos más.",
      ),
      paragraph("Gracias por haber estudiado con Repasa. Puedes crear otra cuenta cuando quieras."),
      note(`Si no has sido tú, escríbenos cuanto antes a ${supportEmail}.`),
    ],
    reason: "Recibes este correo porque tenías una cuenta en Repasa con esta dirección.",
  };
}

type ClosedAccount = { deletionAt: string; timeZone: string } & ({ undoToken: string } | { address: string });

/** Goes to the address that can take the account back, with its link, or to the account's own address, naming the other one. */
export function accountClosedLetter(
  to: string,
  { deletionAt, timeZone, ...way }: ClosedAccount,
  { appUrl, supportEmail }: { appUrl: string; supportEmail: string },
): Letter {
  const when = formatTime({ at: deletionAt, timeZone });
  const what = `Está cerrada y se eliminará el ${when}, con todas sus cartas, materias y repasos.`;
  const isWayBack = "undoToken" in way;
  return {
    to,
    subject: "Tu cuenta de Repasa se va a eliminar",
    preview: "Hasta entonces se puede recuperar.",
    blocks: [
      heading("Tu cuenta se va a eliminar"),
      ...(isWayBack
        ? [
            paragraph(
              `Han pedido eliminar la cuenta de Repasa que usaba esta dirección. ${what} Si has sido tú, no tienes que hacer nada.`,
            ),
            paragraph(
              "Si no has sido tú, o has cambiado de idea, recupérala antes: volverá a usar esta dirección, con todo lo que tenía.",
            ),
            button("Recuperar mi cuenta", buildSecretLink("/undo-email", appUrl, way.undoToken)),
            note("El enlace vale hasta ese momento. Al usarlo eliges una contraseña nueva."),
            note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
          ]
        : [
            paragraph(`Has pedido eliminar tu cuenta de Repasa. ${what} No te escribiremos más.`),
            paragraph(
              `Esperamos porque ha cambiado de correo hace poco: hasta entonces se puede recuperar desde ${way.address}, con el enlace que hemos enviado allí.`,
            ),
            note(`Si no has sido tú, escríbenos cuanto antes a ${supportEmail}.`),
          ]),
    ],
    reason: "Recibes este correo porque una cuenta de Repasa usaba esta dirección.",
  };
}
