package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// printSettings prints the reference page of the settings as Markdown.
func printSettings(_ context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources settings")
	}
	text := settingsHead
	for _, s := range settings {
		fallback := "none"
		if s.fallback != "" {
			fallback = "`" + s.fallback + "`"
		}
		text += fmt.Sprintf("| `%s` | %s | %s |\n", s.name, fallback, s.meaning)
	}
	_, err := io.WriteString(out, text)
	return err
}

// settingsHead is the text above the table.
const settingsHead = `# Settings

The service reads environment variables, which the chart sets from its [values](../charts/newssources/README.md).
It reports all invalid settings together when it starts. This page is generated:
` + "`newssources settings`" + ` prints it.

` + "`newssources serve`" + ` is the API, and ` + "`newssources work`" + ` checks the endpoints; any number of workers share the checks. A worker
reads ` + "`DATABASE_URL`, `CREDENTIALS_KEYS`, `METRICS_ADDR`, `DB_MAX_CONNS`, `LOG_LEVEL`, `SHUTDOWN_TIMEOUT`, `PRODUCTION`" + ` and the
` + "`FETCH_` and `CHECK_`" + ` settings. Set those to the same values as for the API.

| Name | Default | Meaning |
| --- | --- | --- |
`
