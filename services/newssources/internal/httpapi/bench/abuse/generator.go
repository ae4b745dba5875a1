package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

// slowByte is the pause between two bytes of a slow client.
const slowByte = 500 * time.Millisecond

// runGenerator starts a generator for a job and waits for its result. A generator is a process of
// the lowest priority: on real attacks, clients do not use the processors of the service.
func runGenerator(ctx context.Context, j job) (result, error) {
	program, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	text, err := json.Marshal(j)
	if err != nil {
		return result{}, err
	}
	cmd := exec.CommandContext(ctx, "nice", "-n", "19", program, "-generate")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), os.Stderr
	output, err := cmd.Output()
	if err != nil {
		return result{}, fmt.Errorf("%s: %w", j.Name, err)
	}
	var r result
	return r, json.Unmarshal(output, &r)
}

// generate sends the job on standard input and writes its result to standard output.
func generate(ctx context.Context, in io.Reader, out io.Writer) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	j, err := parseJob(text)
	if err != nil {
		return err
	}
	g := &generator{job: j, ctx: ctx, end: time.Now().Add(j.Duration), result: result{Statuses: map[int]int{}}}
	var group sync.WaitGroup
	for i := range j.Clients {
		group.Go(func() { g.client(i) })
	}
	group.Wait()
	g.result.CPU = bench.OwnCPU()
	return json.NewEncoder(out).Encode(g.result)
}

type generator struct {
	job
	ctx context.Context
	end time.Time

	mu     sync.Mutex
	open   int
	result result
}

// client sends requests one after another until the end.
func (g *generator) client(index int) {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if g.Sources > 0 {
		source := index % g.Sources
		dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 1, byte(source/250), byte(1+source%250))}
	}
	transport := &http.Transport{DialContext: dialer.DialContext, MaxConnsPerHost: 1}
	client := &http.Client{Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer transport.CloseIdleConnections()
	for time.Now().Before(g.end) {
		g.begin()
		var status int
		if g.Mode == "" {
			status = g.send(client)
		} else {
			status = g.connect(dialer)
		}
		g.finish(status)
		switch {
		case status == http.StatusTooManyRequests:
			time.Sleep(50 * time.Millisecond) // a script that does not obey Retry-After
		case g.Pause > 0:
			time.Sleep(g.Pause)
		}
	}
}

func (g *generator) begin() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open++
	g.result.MaxOpen = max(g.result.MaxOpen, g.open)
}

func (g *generator) finish(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open--
	g.result.Statuses[status]++
}

// send sends a complete request and returns its status.
func (g *generator) send(client *http.Client) int {
	r, err := g.request()
	if err != nil {
		return 0
	}
	response, err := client.Do(r.WithContext(g.ctx))
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// connect opens a connection, sends parts of a request slowly or nothing, and returns the status
// that the service sends before it closes the connection.
func (g *generator) connect(dialer *net.Dialer) int {
	connection, err := dialer.DialContext(g.ctx, "tcp", strings.TrimPrefix(g.URL, "http://"))
	if err != nil {
		return 0
	}
	defer connection.Close()
	answered := make(chan int, 1)
	switch g.Mode {
	case connections:
		return http.StatusOK
	case slowBody:
		fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: "+
			"1000000\r\n", g.Method, g.Path)
		_ = g.Header.Write(connection)
		_, _ = io.WriteString(connection, "\r\n")
	default:
		fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: a\r\nX-Slow: ", g.Method, g.Path)
	}
	go func() { answered <- readStatus(connection) }()
	pause := time.NewTicker(slowByte)
	defer pause.Stop()
	for {
		select {
		case status := <-answered:
			return status
		case now := <-pause.C:
			if now.After(g.end) {
				return http.StatusOK // still waiting for the rest
			}
			if _, err := io.WriteString(connection, "x"); err != nil {
				return <-answered
			}
		}
	}
}

// readStatus reads the status of an answer; a connection that is closed without one has the status
// 408.
func readStatus(connection net.Conn) int {
	line := make([]byte, 12)
	if _, err := io.ReadFull(connection, line); err != nil {
		return http.StatusRequestTimeout
	}
	var version string
	var status int
	_, _ = fmt.Sscanf(string(line), "%s %d", &version, &status)
	_, _ = io.Copy(io.Discard, connection)
	return status
}
