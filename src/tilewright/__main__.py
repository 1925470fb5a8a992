from tilewright.core.cli import app

app(prog_name="tilewright")
