import { useEffect } from "react";
import { useLocation } from "wouter";
import { closeSession } from "#web/lib/server/session.ts";

/** Ends the session, then shows the login form. */
export function Logout() {
  const [, navigate] = useLocation();
  useEffect(() => {
    closeSession();
    navigate("/login", { replace: true });
  }, [navigate]);
  return null;
}
