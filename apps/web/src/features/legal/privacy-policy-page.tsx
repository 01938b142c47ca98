import { LegalList, LegalSection, LegalText, SupportLink } from "#features/legal/components/legal-text.tsx";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

export default function PrivacyPolicyPage({ backHref }: { backHref?: string }) {
  return (
    <LegalText
      title="Política de privacidad"
      summary="Guardamos lo que hace falta para que puedas estudiar, y nada más. No vendemos tus datos, no mostramos publicidad basada en ellos y no hay rastreadores de terceros."
      updated="29 de noviembre de 2026"
      backHref={backHref}
    >
      <Controller />
      <StoredData />
      <MailAndPayments />
      <StorageAndSharing />
      <Retention />
      <RightsAndChanges />
    </LegalText>
  );
}

function Controller() {
  return (
    <LegalSection title="Quién trata tus datos">
      <p>
        El equipo de Repasa. Para cualquier asunto sobre tus datos, escribe a <SupportLink />; respondemos en 24-48
        horas en días laborables.
      </p>
    </LegalSection>
  );
}

function StoredData() {
  return (
    <LegalSection title="Qué datos guardamos y para qué">
      <LegalList>
        <li>
          <strong>Tu cuenta:</strong> el correo electrónico, si lo has confirmado o cuál ha de sustituirlo, y una huella
          irreversible de tu contraseña (argon2id), para que puedas entrar. La contraseña misma no se guarda: nadie
          puede leerla.
        </li>
        <li>
          <strong>Tu verificación en dos pasos, si la activas:</strong> de cada llave de acceso, su nombre, su clave
          pública y cuándo la usaste; la clave que compartes con tu aplicación de códigos; y una huella irreversible de
          cada código de recuperación. La huella dactilar o la cara con que desbloqueas una llave no salen de tu
          dispositivo.
        </li>
        <li>
          <strong>Lo que creas:</strong> tus carpetas, tus cartas y las imágenes y el audio que les pones, para
          mostrártelos; y el archivo que importas, hasta que sus cartas están en tu cuenta.
        </li>
        <li>
          <strong>Tu estudio:</strong> cada valoración con su fecha, tu zona horaria y el tiempo que te llevó, para
          calcular cuándo vuelve cada carta y enseñarte tu progreso y tu racha.
        </li>
        <li>
          <strong>Tus sesiones:</strong> cuándo y con qué navegador entraste, para mantenerte dentro y para que puedas
          cerrar las sesiones que no reconozcas.
        </li>
        <li>
          <strong>Tus preferencias:</strong> tema, atajos, retención deseada, cartas nuevas por día y, si lo pides, la
          hora de tu recordatorio.
        </li>
        <li>
          <strong>Tus recordatorios:</strong> tu zona horaria y tu última visita, para que lleguen a tu hora y paren si
          dejas de venir; cuándo te enviamos cada uno y qué cartas anunciaba, para que no llegue dos veces; y, si
          activas los avisos en un dispositivo, la dirección y las claves que da su navegador, hasta que cierras sesión
          en él.
        </li>
        <li>
          <strong>Visitas:</strong> que alguien ha empezado a usar Repasa y cuándo; de quien no tiene cuenta no
          guardamos ningún dato personal.
        </li>
        <li>
          <strong>Tus opiniones:</strong> la valoración y las sugerencias que nos envías, con el navegador que usabas.
        </li>
        <li>
          <strong>Tu suscripción, si la tienes:</strong> si está activa y el identificador con que Stripe la conoce.
        </li>
      </LegalList>
      <p>
        Tratamos estos datos porque son necesarios para darte el servicio que nos pides; los recordatorios, porque tú
        los activas; y los límites contra abusos, por el interés legítimo de que tu cuenta esté segura.
      </p>
    </LegalSection>
  );
}

function MailAndPayments() {
  return (
    <>
      <LegalSection title="Correo electrónico">
        <p>
          Te escribimos por lo que toca a tu cuenta: para confirmar tu correo al registrarte o al cambiarlo, para
          restablecer tu contraseña y para avisarte de que tu correo o tu contraseña van a cambiar o han cambiado, de
          que alguien ha entrado desde un dispositivo nuevo o de que tu cuenta se elimina. De los enlaces de esos
          mensajes, que caducan, solo guardamos una huella. Tu dirección anterior queda reservada 7 días para que puedas
          volver a ella.
        </p>
        <p>
          Los recordatorios de estudio solo se envían si los activas, uno al día como mucho. Los apagas en Ajustes o con
          el enlace que lleva cada uno, sin iniciar sesión, y se detienen solos si pasas 14 días sin entrar, hasta que
          vuelvas. Nuestros correos no llevan rastreadores, y no enviamos publicidad.
        </p>
      </LegalSection>
      <LegalSection title="Pagos">
        <p>
          Los pagos los procesa Stripe. Los datos de tu tarjeta van directamente de tu navegador a Stripe y nunca pasan
          por nuestros servidores. Para cobrar le damos tu correo y el número de tu cuenta en Repasa. Su programa de
          pago solo se carga cuando abres la pantalla de suscripción, y entonces se aplica también la política de
          privacidad de Stripe.
        </p>
      </LegalSection>
    </>
  );
}

function StorageAndSharing() {
  return (
    <>
      <LegalSection title="Cookies y memoria de tu dispositivo">
        <p>
          Usamos cuatro cookies propias. La de tu sesión dura 60 días desde tu última visita, 180 como mucho, y
          desaparece al cerrar sesión. Otra reconoce durante un año el navegador en que has entrado, para que nadie te
          cierre el paso probando contraseñas y para avisarte si alguien entra desde otro. La tercera dura diez minutos
          como mucho y une los dos pasos con que entras cuando no basta la contraseña. La cuarta lleva el número de tu
          cuenta y acaba con tu sesión: así el dispositivo no enseña a nadie más lo que guarda de ti. Son
          imprescindibles para que tu cuenta funcione y esté segura, y por eso no pedimos permiso para ellas.
        </p>
        <p>
          En la memoria de tu navegador guardamos el tema que elegiste, si ya completaste tu primera sesión y la sesión
          de estudio que tienes abierta, con las valoraciones que aún no se han podido enviar. Si alcanzas un límite
          mientras escribes, también ese texto, hasta que lo guardas o cierras la pestaña; si vas a añadir la carpeta de
          un enlace, ese enlace, hasta que entras en tu cuenta. Para que puedas estudiar sin conexión, guardamos además
          una copia de tus carpetas y cartas, con sus imágenes y sonidos: se borra al cerrar sesión, y si tu sesión
          termina de otro modo, en cuanto el dispositivo lo sabe. No hay cookies ni programas de analítica de terceros.
        </p>
        <p>
          Las cuentas gratuitas tienen un espacio de publicidad con nuestra propia invitación a Premium. Si mostrase un
          anuncio de otros, iría en un marco aislado que no puede leer tus datos, tus cookies ni dónde estás.
        </p>
      </LegalSection>
      <LegalSection title="Lo que compartes tú">
        <p>
          Si creas un enlace a una carpeta, cualquiera que lo tenga puede ver, sin cuenta, el nombre de la carpeta, su
          descripción y sus cartas con sus imágenes y sonidos, y añadirla a las suyas; tu nombre de pila, solo si lo
          eliges en ese enlace. Nadie ve por él tu correo, tus apellidos, tus otras carpetas ni cómo estudias, y los
          buscadores no lo recogen. Lo terminas cuando quieras: deja de abrirse al momento, y quien ya había añadido la
          carpeta conserva sus cartas. También termina si borras la carpeta o tu cuenta. Cuando alguien denuncia un
          enlace, guardamos el motivo y lo que escribe, pero no quién es.
        </p>
      </LegalSection>
      <LegalSection title="Las clases">
        <p>
          Si te unes a una clase, quien la da ve el nombre que escribes en ella. Solo si aceptas compartir tu progreso
          ve además, de cada tarea, cuántas cartas has visto y cuánto se espera que recuerdes; lo cambias cuando
          quieras, y desaparece al momento. Lo demás son cifras de la clase, que reúnen a cinco personas como mínimo.
          Quien da la clase no ve tus respuestas, tus minutos, a qué hora estudias ni tu correo, y los demás alumnos no
          ven nada de ti. Si sales de la clase conservas las cartas, y ella no conserva nada tuyo; tampoco si borras tu
          cuenta.
        </p>
      </LegalSection>
      <LegalSection title="Con quién los compartimos">
        <p>
          Con nadie que no haga falta: el proveedor que aloja nuestros servidores, el que entrega nuestros correos y
          Stripe para los pagos, cada uno solo con lo necesario para su tarea. Si activas los avisos en un dispositivo,
          el servicio de avisos de su navegador recibe cada uno cifrado: sabe cuándo te avisamos, pero no qué dice.
          También si una ley nos obliga. Nunca vendemos tus datos.
        </p>
      </LegalSection>
    </>
  );
}

function Retention() {
  return (
    <LegalSection title="Cuánto tiempo los guardamos">
      <p>
        Mientras tengas cuenta. Si borras una carta o una carpeta, desaparece su contenido; quedan las fechas y
        valoraciones de tus repasos, para que tu racha no se rompa. Una imagen o un audio que ninguna carta usa se borra
        a los siete días, y las visitas, a los trece meses. Si eliminas tu cuenta, se borra al momento todo lo tuyo,
        también tus opiniones y visitas, y se cancela tu suscripción y se elimina tu ficha en Stripe. Si tu correo ha
        cambiado en los últimos siete días, la cuenta se cierra y todo esto ocurre cuando hayan pasado, para que nadie
        que te la haya quitado pueda borrarla: hasta entonces se recupera desde el correo anterior. Las sesiones caducan
        solas.
      </p>
      <p>
        Para frenar abusos contamos los intentos de entrar o de registrarse por dirección de internet, guardada solo
        como huella y durante una hora como máximo, y las denuncias, durante un día. Los registros técnicos del servidor
        no contienen ni tu correo ni tus cartas.
      </p>
    </LegalSection>
  );
}

function RightsAndChanges() {
  return (
    <>
      <LegalSection title="Tus derechos">
        <p>
          Puedes acceder a tus datos, corregirlos, borrarlos, llevártelos en un formato que otro programa pueda leer,
          limitar su uso u oponerte a él. Descargarlos y borrarlos está en tu mano en{" "}
          <Link href={paths.settings()} className={textLink}>
            Ajustes
          </Link>
          ; para todo lo demás escribe a <SupportLink /> desde el correo de tu cuenta y responderemos en un mes como
          máximo. Si crees que no hemos respetado tus derechos, puedes reclamar ante la autoridad de protección de datos
          de tu país.
        </p>
      </LegalSection>
      <LegalSection title="Edad">
        <p>
          Puedes usar Repasa por tu cuenta desde los 14 años, o desde la edad que marque la ley de tu país si es mayor.
          Si tienes menos, hace falta el permiso de tu madre, padre o tutor. Si sabes de una cuenta creada sin él,
          escríbenos y la borraremos.
        </p>
      </LegalSection>
      <LegalSection title="Cambios">
        <p>
          Si cambiamos esta política, la nueva versión aparecerá aquí con su fecha. Si el cambio es importante, te
          avisaremos antes por correo o en la aplicación.
        </p>
      </LegalSection>
    </>
  );
}
