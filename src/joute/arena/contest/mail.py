"""Mails of a contest: links to sign in, and «your version failed»."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage

from joute.core.text import Text

from .config import ContestPlan, Mail

PATIENCE_S = 20.0


class MailError(RuntimeError):
    """A mail that could not be handed over; its text has no secret."""


def send(plan: ContestPlan, to: str, language: str, subject: Text, body: Text) -> None:
    """Hand a mail to the SMTP server of a contest; raises MailError. Takes a while: not for an event loop."""
    mail = plan.mail
    if mail is None or not to:
        return
    message = EmailMessage()
    message["From"], message["To"] = mail.sender, to
    message["Subject"] = f"{plan.name}: {subject:{language}}"
    message.set_content(f"{body:{language}}\n")
    try:
        with connected(mail) as server:
            if mail.user:
                server.login(mail.user, plan.secret(mail.password_file))
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise MailError(f"{mail.host}:{mail.port}: {type(error).__name__}") from None


def connected(mail: Mail) -> smtplib.SMTP:
    """A connection to an SMTP server, encrypted as its settings say."""
    trusted = ssl.create_default_context()
    if mail.security == "tls":
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE_S, context=trusted)
    server = smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE_S)
    if mail.security == "starttls":
        server.starttls(context=trusted)
    return server
