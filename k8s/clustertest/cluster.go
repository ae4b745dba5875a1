package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// backgroundKey holds the context of what outlives a step, such as a forwarded port.
type backgroundKey struct{}

// command runs a program to its end. What it said is part of the error.
func command(ctx context.Context, name string, arguments ...string) (string, error) {
	var said bytes.Buffer
	program := exec.CommandContext(ctx, name, arguments...)
	program.Cancel = func() error { return program.Process.Signal(syscall.SIGTERM) }
	program.WaitDelay = 5 * time.Second
	program.Stderr = &said
	output, err := program.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(arguments, " "), err, output, said.String())
	}
	return strings.TrimSpace(string(output)), nil
}

func kubectl(ctx context.Context, arguments ...string) (string, error) {
	return command(ctx, "kubectl", append([]string{"--namespace", namespace}, arguments...)...)
}

func helm(ctx context.Context, arguments ...string) (string, error) {
	program := os.Getenv("HELM")
	if program == "" {
		program = "helm"
	}
	return command(ctx, program, append([]string{"--namespace", namespace}, arguments...)...)
}

func reachCluster(ctx context.Context, _ *test) error {
	_, err := kubectl(ctx, "version")
	return err
}

// makeNamespace starts from nothing: what an earlier run left behind is removed first.
func makeNamespace(ctx context.Context, _ *test) error {
	if _, err := kubectl(ctx, "delete", "namespace", namespace, "--ignore-not-found", "--wait"); err != nil {
		return err
	}
	if _, err := kubectl(ctx, "create", "namespace", namespace); err != nil {
		return err
	}
	_, err := kubectl(ctx, "label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted")
	return err
}

// forward opens a port of this machine to a Service, and returns its address. It ends with the test.
func forward(ctx context.Context, service, port string) (string, error) {
	background, _ := ctx.Value(backgroundKey{}).(context.Context)
	program := exec.CommandContext(background, "kubectl", "--namespace", namespace, "port-forward", "--address", "127.0.0.1", "service/"+service, ":"+port)
	output, err := program.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := program.Start(); err != nil {
		return "", err
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if found := regexp.MustCompile(`^Forwarding from (127\.0\.0\.1:[0-9]+)`).FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, output); _ = program.Wait() }()
			return "http://" + found[1], nil
		}
	}
	return "", errors.Join(fmt.Errorf("kubectl port-forward to %s ended", service), program.Wait())
}

// eventually repeats a check until it holds.
func eventually(ctx context.Context, limit time.Duration, check func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		err := check(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("still after %s: %w", limit, err)
		case <-tick.C:
		}
	}
}

// explain shows what a person would look at first.
func explain() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for _, arguments := range [][]string{
		{"get", "pods,persistentvolumeclaims,ingresses", "--output", "wide"},
		{"get", "events", "--sort-by=.lastTimestamp"},
		{"logs", "--selector=app.kubernetes.io/instance=" + release, "--all-containers", "--prefix", "--tail=15", "--ignore-errors"},
	} {
		output, err := kubectl(ctx, arguments...)
		if err != nil {
			output = err.Error()
		}
		fmt.Printf("--- kubectl %s\n%s\n", strings.Join(arguments, " "), output)
	}
}

// cleanUp removes the release and everything that it or the test left, unless KEEP is set.
func cleanUp() {
	if os.Getenv("KEEP") != "" {
		fmt.Printf("KEEP is set: the namespace %s stays; remove it with kubectl delete namespace %s\n", namespace, namespace)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	if _, err := kubectl(ctx, "delete", "namespace", namespace, "--ignore-not-found", "--wait"); err != nil {
		fmt.Println("could not clean up:", err)
	}
}
