import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Button } from "#web/components/ui/button.tsx";
import { unsentOf } from "./device/database.ts";
import { Message } from "./ui.tsx";

/** Shown when nobody is known on this device. It says that unsent work is here, but does not show it. */
export function SignIn() {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    void unsentOf(null).then(({ visits, photos }) => setLeft(visits + photos > 0));
  }, []);
  return (
    <Message title="Sur place">
      <p>Connectez-vous une première fois, avec le réseau, pour travailler sur place.</p>
      {left && (
        <p className="mt-2 text-orange">Un état des lieux d’un collègue attend sur cet appareil.</p>
      )}
      <Button asChild variant="primary" className="mt-4 min-h-12 w-full text-[1rem]">
        <Link href="/login" state={{ from: "/terrain/" }}>
          Se connecter
        </Link>
      </Button>
    </Message>
  );
}
