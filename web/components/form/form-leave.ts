import type { RefObject } from "react";
import { confirm } from "#web/components/confirm.tsx";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { useShortcuts } from "#web/lib/use-shortcuts.ts";

const SAVING_QUESTION = {
  title: "Quitter pendant l’enregistrement ?",
  text: "Il ira à son terme sans vous.",
  action: "Quitter",
  cancel: "Attendre",
};

export const LEAVE_QUESTION = {
  title: "Abandonner les modifications ?",
  text: "Ce que vous avez saisi ne sera pas enregistré.",
  action: "Abandonner",
  cancel: "Continuer la saisie",
  danger: true,
};

interface LeaveProps {
  unsaved: boolean;
  saving: Readonly<RefObject<boolean>>;
  /** Stores the typed values when the product itself leaves the page, as when the session is over. */
  keepDraft(): void;
  /** Forgets the typed values when the user leaves the form. */
  undo(): void;
  onLeave(): void;
}

/** The ways to leave a form, Esc included. They ask first while something is unsaved. */
export function useFormLeave({ unsaved, saving, keepDraft, undo, onLeave }: LeaveProps) {
  const ask = () => confirm(saving.current ? SAVING_QUESTION : LEAVE_QUESTION);
  const goFreely = useLeaveGuard(unsaved, ask, keepDraft);

  async function leave() {
    if (unsaved && !(await ask())) return;
    undo();
    goFreely(onLeave);
  }

  useShortcuts("Formulaire", {
    Enter: true,
    Escape: (event) => !event.defaultPrevented && void leave(),
  });

  return {
    leave,
    /** Runs a navigation without asking first. */
    goFreely,
  };
}
