import { LegalSection, LegalText, SupportLink } from "#features/legal/components/legal-text.tsx";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

export default function TermsOfServicePage({ backHref }: { backHref?: string }) {
  return (
    <LegalText
      title="Términos de servicio"
      summary="Estas son las reglas entre tú y el equipo de Repasa. Al crear una cuenta las aceptas; si no estás de acuerdo, no la crees."
      updated="23 de noviembre de 2026"
      backHref={backHref}
    >
      <ServiceAndAccount />
      <ContentAndUse />
      <Subscription />
      <AvailabilityAndLeaving />
      <LawAndContact />
    </LegalText>
  );
}

function ServiceAndAccount() {
  return (
    <>
      <LegalSection title="Qué es Repasa">
        <p>
          Repasa es una aplicación web para estudiar con tarjetas de memoria y repetición espaciada. Una parte es
          gratuita, con límites en el número de carpetas y cartas; la suscripción Premium los quita.
        </p>
      </LegalSection>
      <LegalSection title="Tu cuenta">
        <p>
          Necesitas un correo electrónico que sea tuyo y una contraseña de al menos 8 caracteres. Cuida tu contraseña y
          no compartas tu cuenta: lo que se hace con ella se entiende hecho por ti. Si crees que alguien más la usa,
          cámbiala y avísanos en <SupportLink />.
        </p>
        <p>
          Puedes usar Repasa desde los 14 años, o desde la edad que marque la ley de tu país si es mayor. Si tienes
          menos, con el permiso de tu madre, padre o tutor. Para contratar la suscripción debes ser mayor de edad o
          tener su permiso.
        </p>
      </LegalSection>
    </>
  );
}

function ContentAndUse() {
  return (
    <>
      <LegalSection title="Lo que creas es tuyo">
        <p>
          Tus carpetas y tus cartas son tuyas. Nos permites guardarlas y mostrártelas, que es lo que el servicio
          necesita, y nada más. Tú respondes de tener derecho a usar lo que escribes en ellas.
        </p>
        <p>
          Las colecciones de la tienda las hacemos nosotros: puedes añadirlas a tu cuenta, cambiarlas y estudiarlas,
          pero no venderlas.
        </p>
      </LegalSection>
      <LegalSection title="Uso correcto">
        <p>
          No uses Repasa para nada ilegal, no intentes entrar en cuentas ajenas ni sobrecargar el servicio, y no lo
          revendas. Si una cuenta incumple esto de forma grave podemos suspenderla; te diremos por qué, y podrás
          respondernos y llevarte tus datos, salvo que una ley lo impida.
        </p>
      </LegalSection>
    </>
  );
}

function Subscription() {
  return (
    <LegalSection title="Suscripción Premium">
      <p>
        Hay un único plan, anual, que se paga por adelantado con tarjeta a través de Stripe. El precio es el que ves
        antes de pagar. La suscripción se renueva cada año, al precio vigente, hasta que la canceles; si el precio
        cambia te avisaremos antes de la renovación.
      </p>
      <p>
        Puedes cancelar en cualquier momento, sin dar razones, en{" "}
        <Link href={paths.settings()} className={textLink}>
          Ajustes
        </Link>
        , con «Gestionar suscripción». No se te volverá a cobrar, y conservas Premium hasta el final del año pagado;
        hasta entonces puedes reactivarla en el mismo sitio, donde también están tus facturas. Después tu cuenta vuelve
        a ser gratuita: tus cartas siguen ahí y puedes seguir estudiándolas, aunque no añadir más mientras superes los
        límites.
      </p>
      <p>Si un cobro de la renovación falla, conservas Premium 7 días mientras actualizas la tarjeta.</p>
      <p>
        Si la ley de tu país te da un plazo para desistir de la compra, como los 14 días de la Unión Europea, puedes
        ejercerlo escribiéndonos, y te devolveremos lo pagado por el mismo medio.
      </p>
    </LegalSection>
  );
}

function AvailabilityAndLeaving() {
  return (
    <>
      <LegalSection title="El servicio">
        <p>
          Trabajamos para que Repasa funcione siempre y no pierda nada, pero no podemos prometer que nunca falle.
          Podemos mejorar y cambiar sus funciones; si un cambio quita algo importante que has pagado, podrás cancelar y
          te devolveremos la parte no disfrutada. Si algún día cerramos, te avisaremos con tiempo para llevarte tus
          cartas.
        </p>
        <p>
          La repetición espaciada ayuda a recordar, pero no garantizamos notas ni resultados en exámenes. Respondemos de
          los daños que causemos en la medida en que la ley lo exige, y nada de lo escrito aquí limita los derechos que
          tienes como consumidor.
        </p>
      </LegalSection>
      <LegalSection title="Irse">
        <p>
          Puedes eliminar tu cuenta cuando quieras en{" "}
          <Link href={paths.settings()} className={textLink}>
            Ajustes
          </Link>
          ; se borra todo lo tuyo al momento o, si acabas de cambiar de correo, en siete días como mucho, como explica
          la{" "}
          <Link href={paths.privacyPolicy()} className={textLink}>
            política de privacidad
          </Link>
          . Si tienes una suscripción, se cancela con ella y no se te vuelve a cobrar.
        </p>
      </LegalSection>
    </>
  );
}

function LawAndContact() {
  return (
    <>
      <LegalSection title="Ley aplicable y cambios">
        <p>
          Te amparan siempre las leyes que protegen a los consumidores en el lugar donde vives, y puedes acudir a sus
          tribunales. Antes, escríbenos: casi todo se arregla con un correo.
        </p>
        <p>
          Si cambiamos estos términos, la nueva versión aparecerá aquí con su fecha, y si el cambio es importante te
          avisaremos con al menos 30 días. Si no te convence, puedes irte antes de que se aplique.
        </p>
      </LegalSection>
      <LegalSection title="Contacto">
        <p>
          <SupportLink />, de lunes a viernes de 9:00 AM a 6:00 PM GMT-3.
        </p>
      </LegalSection>
    </>
  );
}
