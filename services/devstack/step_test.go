package main

import (
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func TestStartStepReportsLongSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		stderr := os.Stderr
		os.Stderr = in
		defer func() { os.Stderr = stderr }()

		end := startStep("building")
		time.Sleep(41 * time.Second)
		end()
		end = startStep("waiting")
		time.Sleep(stepDelay / 2)
		end()
		in.Close()
		if text, err := io.ReadAll(out); err != nil || string(text) != "building …\nbuilding took 41 s\n" {
			t.Errorf("got %q, %v", text, err)
		}
	})
}
