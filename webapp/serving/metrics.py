"""The figures of `/metrics`, in the text format of Prometheus."""

from collections.abc import Iterator
from typing import NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from webapp.store.values import Sizes

TYPE = CONTENT_TYPE_LATEST


class Figures(NamedTuple):
    """What is counted. The first three are of this process; `sizes` are of the database, None if it cannot be used."""

    waiting: int
    queued: int
    refused: dict[int, int]
    sizes: Sizes | None


class _Read(Collector):
    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        figures = self._figures
        yield GaugeMetricFamily("agari_waiting_phones", "Requests that wait for a change of a game", figures.waiting)
        yield GaugeMetricFamily("agari_heavy_requests", "Heavy work under way or in the queue", figures.queued)
        refused = CounterMetricFamily("agari_refused", "Answers from 400 on, by status", labels=["status"])
        for status, number in sorted(figures.refused.items()):
            refused.add_metric([str(status)], number)
        yield refused
        yield GaugeMetricFamily("agari_database_up", "Whether the database answers", int(figures.sizes is not None))
        for name, number in figures.sizes._asdict().items() if figures.sizes else ():
            yield GaugeMetricFamily(f"agari_{name}", f"{name.replace('_', ' ').capitalize()} in all", number)


def text(figures: Figures) -> bytes:
    """The figures as text."""
    registry = CollectorRegistry()
    registry.register(_Read(figures))
    return generate_latest(registry)
