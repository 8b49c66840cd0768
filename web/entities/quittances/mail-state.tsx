import { Clock3, MailMinus, MailQuestionMark, MailX, Send, X } from "lucide-react";
import { memo } from "react";
import {
  COURRIELS,
  COURRIELS_RENVOYABLES,
  type CourrielEnAttente,
  type CourrielResume,
  courrielCourant,
  type EtatCourriel,
  type GenreCourriel,
} from "#domain/quittances/courriel.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { type Icon, MailCheck } from "#web/components/ui/row-icons.tsx";
import { Countdown } from "./countdown.tsx";

type Mail = Pick<CourrielResume, "genre" | "etat">;

interface MailWords {
  /** The state alone, in words. */
  short: string;
  /** The state in words after the name of the mail (« Quittance envoyée »): masculine, then feminine. */
  said: readonly [string, string];
  icon: Icon;
  className: string;
  text: string;
}

export const MAILS: Readonly<Record<EtatCourriel, MailWords>> = {
  a_envoyer: {
    short: "À envoyer",
    said: ["à envoyer", "à envoyer"],
    icon: Clock3,
    className: "text-muted",
    text: "Il part dans les prochaines minutes.",
  },
  en_cours: {
    short: "En cours",
    said: ["en cours d’envoi", "en cours d’envoi"],
    icon: Send,
    className: "text-muted",
    text: "Il est en train de partir.",
  },
  envoye: {
    short: "Envoyé",
    said: ["envoyé", "envoyée"],
    icon: MailCheck,
    className: "text-muted",
    text: "Il est parti vers les adresses du locataire.",
  },
  incertain: {
    short: "Incertain",
    said: ["incertain", "incertaine"],
    icon: MailQuestionMark,
    className: "text-orange font-medium",
    text: "L’envoi a été interrompu : le locataire l’a peut-être reçu.",
  },
  refuse: {
    short: "Refusé",
    said: ["refusé", "refusée"],
    icon: MailX,
    className: "text-red font-medium",
    text: "Le service d’envoi l’a refusé. Vérifiez les adresses du locataire.",
  },
  annule: {
    short: "Annulé",
    said: ["annulé", "annulée"],
    icon: MailMinus,
    className: "text-muted",
    text: "Il n’avait plus lieu d’être quand son tour est venu.",
  },
  retenu: {
    short: "Retenu",
    said: ["retenu", "retenue"],
    icon: MailMinus,
    className: "text-muted",
    text: "Son envoi a été annulé : il ne part que si on le renvoie.",
  },
};

export const mayBeSentAgain = (etat: EtatCourriel) => COURRIELS_RENVOYABLES.includes(etat);

/** « Quittance envoyée » */
export function mailWords({ genre, etat }: Mail): string {
  const { nom, feminin } = COURRIELS[genre];
  return `${nom} ${MAILS[etat].said[feminin ? 1 : 0]}`;
}

interface MailCellProps {
  row: QuittanceRow;
  /**
   * The kind of mail to show. When absent, or without a mail of this kind, the mail of `courrielCourant` is shown.
   */
  genre?: GenreCourriel;
  /** Absent: no button to send a mail again. */
  onSendAgain?(row: QuittanceRow, genre: GenreCourriel): void;
  /** Absent: no button to cancel a mail that waits. */
  onCallBack?(mail: CourrielEnAttente): void;
}

export const MailCell = memo(function MailCell(props: MailCellProps) {
  const { row, genre, onSendAgain, onCallBack } = props;
  const etat = genre && row[genre];
  const mail = etat ? { genre, etat } : courrielCourant(row);
  if (!mail) return <span className="text-muted">Aucun</span>;
  const words = MAILS[mail.etat];
  const said = mailWords(mail);
  const waiting = row.attente?.genre === mail.genre ? row.attente : null;
  if (waiting?.partLe) {
    return (
      <span className="inline-flex items-center gap-1.5 align-middle text-sm text-muted">
        <words.icon aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">{said}</span>
        <Countdown until={waiting.partLe} />
        {onCallBack && (
          <Button
            variant="ghost"
            size="icon-sm"
            className="relative z-1"
            title="Annuler l’envoi"
            aria-label={`Annuler l’envoi : ${row.locataire}`}
            onClick={() => onCallBack(waiting)}
          >
            <X aria-hidden />
          </Button>
        )}
      </span>
    );
  }
  const icon = <words.icon aria-hidden className="size-4 shrink-0" />;
  const style = `inline-flex items-center gap-1.5 align-middle whitespace-nowrap text-sm ${words.className}`;
  if (!onSendAgain || !mayBeSentAgain(mail.etat)) {
    return (
      <span className={style} title={`${said}. ${words.text}`}>
        {icon}
        <span aria-hidden>{words.short}</span>
        <span className="sr-only">{said}</span>
      </span>
    );
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className={`relative z-1 -ml-2 ${style}`}
      title={`${said}. ${words.text} Cliquez pour le renvoyer.`}
      aria-label={`${said}, renvoyer : ${row.locataire}`}
      onClick={() => onSendAgain(row, mail.genre)}
    >
      {icon}
      {words.short}
    </Button>
  );
});
