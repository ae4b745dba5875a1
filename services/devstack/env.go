package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// printEnv prints the settings of the running stack as shell exports, for the commands of the
// service.
func printEnv(out io.Writer) error {
	data, err := os.ReadFile(filepath.Join(cmp.Or(os.Getenv("STATE_DIR"), ".local"), "devstack.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no stack is running: start it with `make run`")
	}
	var i info
	if err == nil {
		err = json.Unmarshal(data, &i)
	}
	if err != nil {
		return err
	}
	for _, setting := range [][2]string{
		{"DATABASE_URL", i.DatabaseURL}, {"CREDENTIALS_KEYS", i.Keys}, {"FETCH_LAB", i.Simulator.DNS},
		{"PRODUCTION", "false"},
	} {
		fmt.Fprintf(out, "export %s='%s'\n", setting[0], strings.ReplaceAll(setting[1], "'", `'\''`))
	}
	return nil
}
