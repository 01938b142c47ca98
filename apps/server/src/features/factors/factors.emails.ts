import type { Withdrawal } from "#features/auth/auth.second-factor.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { button, heading, note, paragraph } from "#platform/mail/letter-blocks.ts";
import type { Factor } from "./factors.jobs.ts";

const NAMES: Record<Factor, string> = { passkey: "una llave de acceso", app: "una aplicación de códigos" };

export function factorAddedLetter(to: string, factor: Factor, appUrl: string, supportEmail: string): Letter {
  const advice =
    "Si no has sido tú, pide una contraseña nueva antes de siete días: al elegirla se quita también lo que se ha añadido.";
  return buildLetter(to, appUrl, supportEmail, {
    advice,
    subject: "Has protegido más tu cuenta de Repasa",
    title: "Nueva forma de confirmar que eres tú",
    text: `Tu cuenta de Repasa tiene ahora ${NAMES[factor]}. Al entrar con tu contraseña te pediremos también un segundo paso.`,
  });
}

export function factorRemovedLetter(to: string, factor: Factor, appUrl: string, supportEmail: string): Letter {
  return buildLetter(to, appUrl, supportEmail, {
    subject: "Se ha quitado una protección de tu cuenta de Repasa",
    title: "Una forma de confirmar menos",
    text: `Se ha quitado ${NAMES[factor]} de tu cuenta de Repasa y se han cerrado las otras sesiones. En Ajustes ves lo que la protege todavía.`,
  });
}

export function factorRefusedLetter(to: string, appUrl: string, supportEmail: string): Letter {
  return buildLetter(to, appUrl, supportEmail, {
    subject: "Alguien ha escrito tu contraseña de Repasa",
    title: "Un inicio de sesión rechazado",
    text: "Alguien ha escrito tu contraseña de Repasa y ha fallado cinco veces en el segundo paso. No ha entrado.",
    advice: "Si no has sido tú, alguien sabe tu contraseña. Elige otra:",
  });
}

const CAUSES: Record<Withdrawal, string> = {
  new_password:
    "Al elegir una contraseña nueva se ha quitado de tu cuenta de Repasa lo que se añadió a la verificación en dos pasos en los últimos siete días, por si no fuiste tú.",
  confirmed_address:
    "Al mostrar que este correo es tuyo se ha quitado la verificación en dos pasos que tenía tu cuenta de Repasa, por si no la añadiste tú.",
  undone_address:
    "Al recuperar tu cuenta de Repasa se ha quitado la verificación en dos pasos que tenía, por si no la añadiste tú.",
};

/** Goes to the mailbox through which the factors were withdrawn. */
export function factorsWithdrawnLetter(
  to: string,
  { cause, left }: { cause: Withdrawal; left: boolean },
  appUrl: string,
  supportEmail: string,
): Letter {
  const rest = left ? "Lo que tenías de antes sigue activo." : "Ahora solo te pedimos tu contraseña.";
  return buildLetter(to, appUrl, supportEmail, {
    subject: "Se han quitado protecciones de tu cuenta de Repasa",
    title: "Revisa la verificación en dos pasos",
    text: `${CAUSES[cause]} ${rest} Puedes volver a añadir lo tuyo en Ajustes.`,
  });
}

/** Sent after support has removed the factors. */
export function factorsRemovedLetter(to: string, appUrl: string, supportEmail: string): Letter {
  return buildLetter(to, appUrl, supportEmail, {
    subject: "Se ha desactivado la verificación en dos pasos de Repasa",
    title: "Sin segundo paso al entrar",
    text: "Hemos quitado todas las llaves de acceso y aplicaciones de códigos de tu cuenta de Repasa, y se han cerrado todas las sesiones.",
    advice: `Si no lo has pedido tú, pide ahora una contraseña nueva y escríbenos a ${supportEmail}.`,
  });
}

export function recoveryCodeUsedLetter(to: string, left: number, appUrl: string, supportEmail: string): Letter {
  const rest = left === 0 ? "No te queda ninguno" : left === 1 ? "Te queda 1" : `Te quedan ${left}`;
  return buildLetter(to, appUrl, supportEmail, {
    subject: "Se ha usado un código de recuperación de Repasa",
    title: "Un código de recuperación menos",
    text: `Alguien se ha identificado en tu cuenta de Repasa con uno de tus códigos de recuperación. ${rest}; en Ajustes puedes crear otros.`,
  });
}

export function recoveryCodesRenewedLetter(to: string, appUrl: string, supportEmail: string): Letter {
  return buildLetter(to, appUrl, supportEmail, {
    subject: "Nuevos códigos de recuperación de Repasa",
    title: "Tienes códigos de recuperación nuevos",
    text: "Se han creado diez códigos de recuperación para tu cuenta de Repasa. Los de antes ya no valen.",
  });
}

type Content = { subject: string; title: string; text: string; advice?: string };

const ADVICE = "Si no has sido tú, pide ahora una contraseña nueva y revisa tus ajustes:";

/** All letters end with what to do if it was somebody else. */
function buildLetter(
  to: string,
  appUrl: string,
  supportEmail: string,
  { subject, title, text, advice = ADVICE }: Content,
): Letter {
  return {
    to,
    subject,
    preview: "Si has sido tú, no tienes que hacer nada.",
    blocks: [
      heading(title),
      paragraph(`${text} Si has sido tú, no tienes que hacer nada.`),
      paragraph(advice),
      button("Pedir una contraseña nueva", new URL("/reset-password", appUrl).href),
      note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`),
    ],
  };
}
