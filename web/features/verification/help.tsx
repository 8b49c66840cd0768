import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import type { SceauPublic } from "#domain/signature/verification.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Fingerprint } from "./fingerprint.tsx";

/** The commands extract the seal and the bytes that it covers, then verify them with the certificate. */
const COMMANDS = `R=($(grep -ao '/ByteRange *\\[[^]]*' document.pdf | tail -1 | grep -o '[0-9]\\+'))
head -c \${R[1]} document.pdf > signe && tail -c +$((R[2]+1)) document.pdf >> signe
head -c $((R[2]-1)) document.pdf | tail -c +$((R[1]+2)) | xxd -r -p > sceau.der
openssl cms -verify -binary -inform DER -in sceau.der -content signe -CAfile sceau.pem -out /dev/null`;

/**
 * The messages of PDF readers about the seal, the certificate when a file named one, and how to verify without this
 * page.
 */
export function Help({ sceau }: { sceau: SceauPublic | null }) {
  return (
    <div className="space-y-3">
      {sceau && <Certificate sceau={sceau} />}
      <Entry title="Mon lecteur de PDF dit « émetteur inconnu » ou « validité inconnue » : est-ce grave ?">
        <p>
          Non. Il dit deux choses : que le fichier n’a pas changé depuis son sceau, ce qu’il vérifie
          seul, et qu’il ne connaît pas qui a fait le certificat. L’agence fait le sien elle-même,
          sans autorité payante : aucun logiciel ne l’a donc dans sa liste. Comparez l’empreinte du
          certificat que votre lecteur affiche à celle que cette page donne pour votre fichier.
        </p>
      </Entry>
      <Entry title="Que prouve ce sceau ?">
        <p>
          Que le fichier n’a pas changé depuis. Il ne prouve pas à lui seul qui a signé : la
          dernière page du document le dit, et l’agence en garde les preuves. C’est une signature
          électronique simple au sens du règlement (UE) n° 910/2014.
        </p>
      </Entry>
      <Entry title="Vérifier sans cette page, hors ligne">
        <p>
          Avec les outils libres de Poppler, <code>pdfsig document.pdf</code> répond « Signature is
          Valid » et « Total document signed » pour un fichier intact. Avec OpenSSL, le certificat
          de l’agence téléchargé sous le nom <code>sceau.pem</code> :
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too. */}
        <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 text-xs">
          {COMMANDS}
        </pre>
        <p className="mt-2">
          La réponse est « CMS Verification successful ». L’empreinte d’un fichier se calcule par{" "}
          <code>sha256sum document.pdf</code>, ou{" "}
          <code>certutil -hashfile document.pdf SHA256</code> sous Windows.
        </p>
      </Entry>
    </div>
  );
}

function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-xl border bg-surface px-5 py-3">
      <summary className="font-medium">{title}</summary>
      <div className="mt-2 text-muted [&_code]:font-mono [&_code]:text-sm [&_code]:wrap-anywhere">
        {children}
      </div>
    </details>
  );
}

const dayOf = (instant: string) => formatJour(aujourdhui(new Date(instant)));

function Certificate({ sceau }: { sceau: SceauPublic }) {
  const { agence, empreinte, du, au } = sceau;
  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([sceau.certificat], { type: "application/x-pem-file" }),
    );
    link.download = "sceau.pem";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  return (
    <section aria-label="Certificat du sceau" className="rounded-xl border bg-surface p-5">
      <h2 className="font-semibold">Le certificat de ce sceau</h2>
      <p className="mt-1 text-muted">
        Sceau de {agence}, du {dayOf(du)} au {dayOf(au)}.
      </p>
      <Fingerprint label="Empreinte du certificat (SHA-256)">{empreinte}</Fingerprint>
      <Button className="mt-3 h-10!" onClick={save}>
        <FileDown aria-hidden />
        Télécharger le certificat
      </Button>
    </section>
  );
}
