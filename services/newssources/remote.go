package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/apiclient"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// apiUsage ends the usage of the commands that can use the API.
const apiUsage = `

The command uses the database of DATABASE_URL. With --api ADDRESS, or the environment variable
NEWSSOURCES_API, it uses the API of a service, such as https://news.example.org, with the API token in
the environment variable NEWSSOURCES_TOKEN or in the file of --token-file. The exit codes are the same.
Standard error shows the progress if it is a terminal.`

// apiFlags are the flags of the commands that can use the API.
type apiFlags struct{ address, tokenFile *string }

func newAPIFlags(flags *flag.FlagSet) apiFlags {
	return apiFlags{flags.String("api", os.Getenv("NEWSSOURCES_API"), ""), flags.String("token-file", "", "")}
}

// client returns the client of the API, or nil if the command uses the database.
func (f apiFlags) client() (*apiclient.Client, error) {
	if *f.address == "" {
		return nil, nil
	}
	token := os.Getenv("NEWSSOURCES_TOKEN")
	if *f.tokenFile != "" {
		data, err := os.ReadFile(*f.tokenFile)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", *f.tokenFile, userText(err))
		}
		token = string(data)
	}
	return apiclient.New(*f.address, strings.TrimSpace(token))
}

// progressInterval is the time between two updates of the progress.
const progressInterval = 200 * time.Millisecond

// progress shows on a terminal how far a command is. It writes nothing if out is nil.
type progress struct {
	out  io.Writer
	name string
	last time.Time
}

// newProgress returns the progress of a command on standard error, if that is a terminal.
func newProgress(name string) *progress {
	p := &progress{name: name}
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		p.out = os.Stderr
	}
	return p
}

// show replaces the line of the progress.
func (p *progress) show(format string, args ...any) {
	if p.out != nil && time.Since(p.last) >= progressInterval {
		p.last = time.Now()
		fmt.Fprintf(p.out, "\r\x1b[K%s: %s", p.name, fmt.Sprintf(format, args...))
	}
}

// changeSet shows how far a change set is.
func (p *progress) changeSet(set *change.Set) { p.rows(progressOf(set)) }

// rows shows how many rows are done.
func (p *progress) rows(done, total int) { p.show("%d of %d", done, total) }

// end removes the line of the progress.
func (p *progress) end() {
	if p.out != nil && !p.last.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// poll shows the numbers that read returns, until the context ends.
func (p *progress) poll(ctx context.Context, read func(context.Context) (done, total int, err error)) {
	if p.out == nil {
		return
	}
	ticker := time.NewTicker(progressInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if done, total, err := read(ctx); err == nil {
				p.rows(done, total)
			}
		}
	}
}

// countingWriter shows the number of bytes that were written.
type countingWriter struct {
	io.Writer
	progress *progress
	bytes    int
}

func (w *countingWriter) Write(data []byte) (n int, err error) {
	n, err = w.Writer.Write(data)
	w.bytes += n
	w.progress.show("%.1f MB", float64(w.bytes)/1e6)
	return n, err
}
