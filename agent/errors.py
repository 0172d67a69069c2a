"""Everything the agent raises on purpose, and the codes a failed turn carries.

    AgentError
    ├── InputError
    │   ├── EmptyQuestionError          empty_question
    │   ├── QuestionTooLongError        question_too_long
    │   └── DecisionError               bad_decision
    ├── ModelError
    │   ├── ModelUnreachableError       model_unreachable
    │   ├── ModelMissingError           model_missing
    │   ├── ModelBrokenOffError         model_broken_off
    │   ├── ModelReplyError             model_reply
    │   └── PromptTooLongError          prompt_too_long
    ├── ThreadBusyError                 thread_busy
    ├── ThreadMissingError              thread_missing
    ├── RoundLimitError                 round_limit
    ├── RunFailedError                  the code of what the run failed with
    ├── SettingsError                   bad_settings
    └── SetupError                      setup

Messages name the thing and the remedy. ``StoppedByPerson`` is control flow, not an error.
"""


class AgentError(Exception):
    """The root. ``code`` is stable, for events, the command line and the words table."""

    code = "internal"


class InputError(AgentError):
    """The person can mend it by typing something else."""


class EmptyQuestionError(InputError):
    """The question holds no visible character."""

    code = "empty_question"


class QuestionTooLongError(InputError):
    """The question is longer than is accepted."""

    code = "question_too_long"


class DecisionError(InputError):
    """The decision does not fit the open question; it stays open."""

    code = "bad_decision"


class ModelError(AgentError):
    """The local model or its server failed."""


class ModelUnreachableError(ModelError):
    """No server answers."""

    code = "model_unreachable"


class ModelMissingError(ModelError):
    """The server does not have the model."""

    code = "model_missing"


class ModelBrokenOffError(ModelError):
    """The stream broke. ``partial`` is the text that had come."""

    code = "model_broken_off"

    def __init__(self, message: str, partial: str = "") -> None:
        """Keep the partial text beside the message."""
        super().__init__(message)
        self.partial = partial


class ModelReplyError(ModelError):
    """A schema-held reply could not be read, repair included."""

    code = "model_reply"


class PromptTooLongError(ModelError):
    """The smallest form of the prompt does not fit the context window."""

    code = "prompt_too_long"


class ThreadBusyError(AgentError):
    """Another run works in this thread."""

    code = "thread_busy"


class ThreadMissingError(AgentError):
    """There is no such thread."""

    code = "thread_missing"


class RoundLimitError(AgentError):
    """The tools loop reached its limit."""

    code = "round_limit"


class RunFailedError(AgentError):
    """A run that a script waited for failed. ``code`` is that of the failure."""

    def __init__(self, message: str, code: str) -> None:
        """Keep the failure's code beside its message."""
        super().__init__(message)
        self.code = code


class SettingsError(AgentError):
    """A setting cannot be used."""

    code = "bad_settings"


class SetupError(AgentError):
    """Something the app needs is not installed."""

    code = "setup"


class StoppedByPerson(Exception):  # noqa: N818 - not an error: the person pressed Stop
    """Raised inside a run when Stop was pressed; only the run's border catches it."""

    def __init__(self, partial: str = "") -> None:
        """Keep the partial text that had come."""
        super().__init__("stopped")
        self.partial = partial
