"""How a server was told to run."""

import msgspec

from freightyard.server.bots.offered import OfferedBot


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server was told to run."""

    database: str | None = None  # a file or an address; None is the file in the user's data folder
    host: str = "127.0.0.1"
    port: int = 0
    secure: bool = False  # reached by https: cookies are sent on nothing else
    bot_processes: int = 1
    bot_seconds: float = 30.0  # a bot that thinks longer about one move is replaced for it
    bots: tuple[OfferedBot, ...] = ()  # the host's own, offered beside those that come with Freightyard
    pace: float = 0.7  # seconds between the moves of bots, so that people can follow; only where somebody watches
    rate: float = 20.0  # messages and requests a second that one client may send for long
    request_seconds: float = 15.0  # so soon a request must be all there
    connections: int = 256  # that one address may have open in a process; 0 is any number
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # who is believed to ask for others; * is everybody
    cards: str | None = None  # the word from which all cards follow; None is chance
    cards_of_secret_games: bool = False  # whether they follow from it where players hide cards from each other
    bot_tables: int = 3  # that one person may have running without a person at them
    waiting_days: float = 30.0  # after which a table is removed that never began; 0 is never, as for the next three
    bot_table_days: float = 30.0  # after which a table is removed at which only bots sat
    silent_days: float = 90.0  # after which a table is archived in which nobody moves
    people_days: float = 365.0  # after which people are forgotten who are at no table and did not come back
    holiday_days: int = 30  # that a person may take in a year: their clocks stand still then
    url: str | None = None  # the address at which people reach the server, for links in notices; None is where it listens
    notices: bool = True  # whether people are told that it is their turn
    notice_delay: float = 3.0  # seconds for which a turn must stand before somebody is told of it
    notice_gap: float = 60.0  # seconds between two notices to somebody about one table
    smtp: str | None = None  # the mail server: smtp://USER:PASSWORD@HOST:PORT
    mail_from: str | None = None  # who its mails are from
    push_contact: str | None = None  # whom a push service may write to: mailto:… or https://…
    webhook_hosts: tuple[str, ...] = ()  # that webhooks may lead to though they are not public
    apprise: str | None = None  # a file of addresses at which the host is told of failures
    api: bool = True  # whether programs may ask by tokens
    token_rate: float = 20.0  # requests a second that one token may send for long
    token_streams: int = 4  # that one token may have open in a process
    token_tables: int = 30  # that one bot may have made and not finished
    imports: bool = True  # whether people may import records in the browser
    offline_site: str | None = None  # the folder of the site without a server, which is served too
    offline: bool = False  # in a page, without a network: nobody else can come
    processes: int = 1
    relay: str | None = None  # the folder through which several processes reach each other
    rates: str | None = None  # the file in which several processes count together
    level: str = "info"  # of the log lines

    @property
    def address(self) -> str:
        """The address of the server, without a slash at its end."""
        return (self.url or f"http://{self.host}:{self.port}").rstrip("/")
