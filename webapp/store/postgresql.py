"""Connections to PostgreSQL with a timeout. By itself psycopg waits as long as the system keeps the connection open."""

from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy import Engine, event

Result = TypeVar("Result")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is closed if a statement takes longer than `patience` seconds."""

    patience: float

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """Waits for the answer to a statement and returns it. Raises OperationalError if it takes too long."""
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # the answer may still come: it must not be taken for that of another statement
            raise


def be_patient(engine: Engine, patience: float, trying: float) -> None:
    """Limits the statements of an engine to `patience` seconds, and the test of a connection to `trying` seconds."""
    PatientConnection.patience = trying

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: Any, options: Any) -> PatientConnection:
        return PatientConnection.connect(*arguments, **options)

    @event.listens_for(engine, "checkout")
    def take(connection: Any, _record: object, _proxy: object) -> None:
        connection.patience = patience

    @event.listens_for(engine, "checkin")
    def give_back(connection: Any, _record: object) -> None:
        if connection:  # None: it was closed
            connection.patience = trying
