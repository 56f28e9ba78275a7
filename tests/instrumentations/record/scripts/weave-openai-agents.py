# /// script
# dependencies = [
#   "weave==0.54.0",
#   "openai==3.49.0",
#   "anthropic==2.8.0",
#   "langchain==1.4.7",
#   "langchain-openai==1.7.3",
#   "langgraph==1.2.20",
#   "openai-agents==0.24.0",
# ]
# ///
"""Weave SDK with the OpenAI Agents SDK."""

from agents import Agent, Runner, function_tool, trace
from scenario import COFFEE, FAIL, MODEL, SYSTEM, TEA, WEATHER, get_weather, run_with_weave

assistant = Agent(name="Assistant", instructions=SYSTEM, model=MODEL)
forecaster = Agent(
    name="Forecaster", instructions="Use your tools.", model=MODEL, tools=[function_tool(get_weather)]
)


def chat():
    Runner.run_sync(assistant, TEA)


def agent():
    Runner.run_sync(forecaster, WEATHER)


def error():
    Runner.run_sync(assistant, FAIL)


def session():
    with trace("Shop", group_id="session-42", metadata={"user_id": "user-7", "plan": "pro"}):
        first = Runner.run_sync(assistant, TEA)
        Runner.run_sync(assistant, first.to_input_list() + [{"role": "user", "content": COFFEE}])


run_with_weave([chat, agent, error, session])
