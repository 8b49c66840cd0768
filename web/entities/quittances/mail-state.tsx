import {
  Clock3,
  type LucideIcon,
  MailCheck,
  MailMinus,
  MailQuestionMark,
  MailX,
  Send,
} from "lucide-react";
import { memo } from "react";
import type { EtatCourriel, QuittanceRow } from "#domain/quittance-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Tooltip } from "#web/components/ui/tooltip.tsx";

export type MailKind = "avis" | "quittance";

interface MailWords {
  /** Whatever the mail is. */
  short: string;
  avis: string;
  quittance: string;
  icon: LucideIcon;
  className: string;
  text: string;
}

export const MAILS: Readonly<Record<EtatCourriel, MailWords>> = {
  a_envoyer: {
    short: "À envoyer",
    avis: "Avis à envoyer",
    quittance: "Quittance à envoyer",
    icon: Clock3,
    className: "text-muted",
    text: "Il part dans les prochaines minutes.",
  },
  en_cours: {
    short: "En cours",
    avis: "Avis en cours d’envoi",
    quittance: "Quittance en cours d’envoi",
    icon: Send,
    className: "text-muted",
    text: "Il est en train de partir.",
  },
  envoye: {
    short: "Envoyé",
    avis: "Avis envoyé",
    quittance: "Quittance envoyée",
    icon: MailCheck,
    className: "text-muted",
    text: "Il est parti vers les adresses du locataire.",
  },
  incertain: {
    short: "Incertain",
    avis: "Avis incertain",
    quittance: "Quittance incertaine",
    icon: MailQuestionMark,
    className: "text-orange font-medium",
    text: "L’envoi a été interrompu : le locataire l’a peut-être reçu.",
  },
  refuse: {
    short: "Refusé",
    avis: "Avis refusé",
    quittance: "Quittance refusée",
    icon: MailX,
    className: "text-red font-medium",
    text: "Le service d’envoi l’a refusé. Vérifiez les adresses du locataire.",
  },
  annule: {
    short: "Annulé",
    avis: "Avis annulé",
    quittance: "Quittance annulée",
    icon: MailMinus,
    className: "text-muted",
    text: "Il n’avait plus lieu d’être quand son tour est venu.",
  },
};

export const mayBeSentAgain = (etat: EtatCourriel) => etat === "incertain" || etat === "refuse";

/** The mail that counts: the quittance once there is one, else the avis. */
export function currentMail(row: QuittanceRow): { kind: MailKind; etat: EtatCourriel } | null {
  if (row.quittance && row.quittance !== "annule")
    return { kind: "quittance", etat: row.quittance };
  return row.avis && { kind: "avis", etat: row.avis };
}

interface MailCellProps {
  row: QuittanceRow;
  /** Asks, then sends again a mail that may be. */
  onSendAgain?(row: QuittanceRow, kind: MailKind): void;
}

export const MailCell = memo(function MailCell({ row, onSendAgain }: MailCellProps) {
  const mail = currentMail(row);
  if (!mail) return <span className="text-muted">Aucun</span>;
  const words = MAILS[mail.etat];
  const label = (
    <>
      <words.icon aria-hidden className="size-4 shrink-0" />
      <span aria-hidden>{words.short}</span>
      <span className="sr-only">{words[mail.kind]}</span>
    </>
  );
  const style = `inline-flex items-center gap-1.5 align-middle whitespace-nowrap text-sm ${words.className}`;
  if (!onSendAgain || !mayBeSentAgain(mail.etat)) {
    return (
      <span className={style} title={`${words[mail.kind]}. ${words.text}`}>
        {label}
      </span>
    );
  }
  return (
    <Tooltip text={`${words[mail.kind]}. ${words.text} Cliquez pour le renvoyer.`}>
      <Button
        variant="ghost"
        size="sm"
        className={`relative z-1 -ml-2 ${style}`}
        aria-label={`${words[mail.kind]}, renvoyer : ${row.locataire}`}
        onClick={() => onSendAgain(row, mail.kind)}
      >
        {label}
      </Button>
    </Tooltip>
  );
});
