import { useMutation } from "@tanstack/react-query";
import { Link2Off, Undo2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import { REFUS_DU_LIEN } from "#domain/signature/demande.ts";
import { retractationEnMots } from "#domain/signature/retractation.ts";
import type { LectureDeSignataire } from "#domain/signature/wire.ts";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck, CircleX } from "#web/components/ui/row-icons.tsx";
import {
  Panel,
  Sign,
  Title,
  takeFocus,
  type VisitedAgency,
} from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { Download } from "./download.tsx";
import { Others } from "./others.tsx";
import { Refused } from "./refusals.tsx";
import { withdraw } from "./visit.ts";

const Completion = lazyNamed(() => import("./completion.tsx"), "Completion");

interface OutcomeProps {
  reading: LectureDeSignataire;
  visite: string;
  agency: VisitedAgency | undefined;
  onOver(): void;
  onDone(): void;
}

/** The state of the paper after the signer's answer, and the next steps. */
export function Outcome(props: OutcomeProps) {
  const { demande, signataire, autres, etat } = props.reading;
  if (demande.retracteeLe !== null) {
    return (
      <Told
        {...props}
        tone="bg-blue-soft text-blue"
        icon={<Undo2 aria-hidden />}
        title="Vous avez renoncé à ce contrat."
        download={<Download {...props} label="Télécharger le document signé" primary />}
      >
        Votre rétractation a été reçue le {retractationEnMots(demande.retracteeLe)}. Un accusé de
        réception, avec son contenu, sa date et son heure, vous a été envoyé par courriel.
      </Told>
    );
  }
  if (etat === "scelle" || etat === "retractable") {
    return (
      <>
        <Told
          {...props}
          tone="bg-green-soft text-green"
          icon={<CircleCheck aria-hidden />}
          title="Ce document est signé par tous et scellé."
          download={<Download {...props} label="Télécharger l’exemplaire scellé" primary />}
        >
          {demande.scelleLe && `Scellé le ${formatInstant(demande.scelleLe)}. `}
          C’est l’original : gardez-le. Sa dernière page dit qui a signé et quand ;{" "}
          <a href="/verification" className="font-medium text-accent underline underline-offset-4">
            vérifier un fichier
          </a>
          .
        </Told>
        {etat === "retractable" && <Withdrawal {...props} />}
        <Suspense>
          <Completion visite={props.visite} onOver={props.onOver} />
        </Suspense>
      </>
    );
  }
  if (etat === "signe") {
    return (
      <Told
        {...props}
        tone="bg-green-soft text-green"
        icon={<CircleCheck aria-hidden />}
        title="Vous avez signé."
        download={<Download {...props} label="Télécharger le document lu" primary />}
      >
        {signataire.signeLe && `Le ${formatInstant(signataire.signeLe)}. `}
        {autres.some(({ role, etat }) => role !== "agence" && etat === "attendu")
          ? "Les autres signataires signent à leur tour, l’agence la dernière."
          : "L’agence signe la dernière."}{" "}
        Vous recevrez alors par courriel l’exemplaire scellé, qui porte la preuve de toutes les
        signatures. Rien d’autre à faire.
        <Others autres={autres} />
      </Told>
    );
  }
  return (
    <Told
      {...props}
      tone="bg-orange-soft text-orange"
      icon={<Link2Off aria-hidden />}
      title={REFUS_DU_LIEN[etat]}
    />
  );
}

/** Shown just after a signer has refused: his link no longer opens anything. */
export function RefusedByHim(props: Pick<OutcomeProps, "reading" | "agency">) {
  return (
    <Told
      {...props}
      tone="bg-red-soft text-red"
      icon={<CircleX aria-hidden />}
      title="Vous avez refusé de signer."
    >
      L’agence et les autres signataires en sont prévenus. Ce document ne se signera plus ; l’agence
      peut vous en envoyer un autre.
    </Told>
  );
}

interface ToldProps extends Pick<OutcomeProps, "reading" | "agency"> {
  tone: string;
  icon: ReactNode;
  title: string;
  download?: ReactNode;
  children?: ReactNode;
}

function Told({ reading, agency, ...told }: ToldProps) {
  return (
    <Panel>
      <Sign tone={told.tone}>{told.icon}</Sign>
      <Title>{told.title}</Title>
      <p className="mt-1 font-medium wrap-anywhere">{reading.demande.titre}</p>
      <div className="mt-1.5 text-muted">{told.children}</div>
      {told.download && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          {told.download}
        </div>
      )}
      {agency?.agenceEmail && (
        <p className="mt-4 text-sm text-muted print:hidden">
          Une question ? Écrivez à{" "}
          <a
            href={`mailto:${agency.agenceEmail}`}
            className="font-medium wrap-anywhere text-accent underline underline-offset-4"
          >
            {agency.agenceEmail}
          </a>
          .
        </p>
      )}
    </Panel>
  );
}

/**
 * The function by which a consumer withdraws, in the words of the law (Code de la consommation, art. L. 221-21). It
 * shows until the delay ends, and asks for one confirmation.
 */
function Withdrawal({ reading, visite, onOver, onDone }: OutcomeProps) {
  const [asked, setAsked] = useState(false);
  const sent = useMutation({
    mutationFn: () => withdraw(visite),
    onSuccess: onDone,
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });
  const { retractationJusqua, titre } = reading.demande;
  return (
    <section aria-label="Droit de rétractation" className="print:hidden">
      <Panel>
        <h2
          ref={asked ? takeFocus : undefined}
          tabIndex={-1}
          className="font-semibold outline-none"
        >
          {asked ? "Confirmer votre rétractation" : "Votre droit de rétractation"}
        </h2>
        <p className="mt-1 text-muted">
          {asked
            ? `Vous renoncez au contrat « ${titre} », signé par ${reading.signataire.nom}. Un accusé de réception vous sera envoyé par courriel.`
            : `Vous pouvez renoncer à ce contrat, sans donner de motif, jusqu’au ${dayOf(retractationJusqua)} inclus.`}
        </p>
        <Refused error={sent.error} />
        <div className="mt-4 flex flex-wrap gap-2">
          {asked ? (
            <>
              <Button
                variant="danger"
                className="h-11!"
                pending={sent.isPending}
                onClick={() => sent.mutate()}
              >
                Confirmer la rétractation
              </Button>
              <Button className="h-11!" onClick={() => setAsked(false)}>
                Garder le contrat
              </Button>
            </>
          ) : (
            <Button className="h-11!" onClick={() => setAsked(true)}>
              Renoncer au contrat ici
            </Button>
          )}
        </div>
      </Panel>
    </section>
  );
}

const dayOf = (day: string | null) => (day ? formatJour(day.slice(0, 10)) : "terme du délai");
