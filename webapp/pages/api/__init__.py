"""The JSON API. `endpoints` has the routes; `worker_tasks` has the answers that a worker process works out.

The JSON of each value is read and written in `webapp.formats`; API.md describes it.
"""
