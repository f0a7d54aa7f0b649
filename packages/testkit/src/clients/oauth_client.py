"""The official MCP client in Python, which knows nothing but the address of `/mcp`.

Prints the URL of the consent page, reads the address that the browser was redirected to, and prints the names of the tools.
"""
import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

from mcp import ClientSession
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata


class Memory:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def open_browser(url):
    print(url, flush=True)


async def redirected():
    address = await asyncio.to_thread(sys.stdin.readline)
    answer = {name: values[0] for name, values in parse_qs(urlsplit(address.strip()).query).items()}
    return AuthorizationCodeResult(code=answer["code"], state=answer["state"], iss=answer["iss"])


async def main(url):
    metadata = OAuthClientMetadata(client_name="Python agent", redirect_uris=["http://127.0.0.1:53683/callback"])
    auth = OAuthClientProvider(url, metadata, Memory(), open_browser, redirected)
    async with create_mcp_http_client(auth=auth) as http:
        async with streamable_http_client(url, http_client=http) as (incoming, outgoing):
            async with ClientSession(incoming, outgoing) as session:
                await session.initialize()
                print(" ".join(tool.name for tool in (await session.list_tools()).tools), flush=True)


asyncio.run(main(sys.argv[1]))
