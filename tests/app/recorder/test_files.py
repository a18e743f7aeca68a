# SPDX-License-Identifier: GPL-3.0-or-later
"""The file: whole lines at any time, older files, parts, ranks, processes, disks that are full."""
import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import unittest
from unittest import mock

import torch
from recorder_case import RECORDER, RecorderCase, Same, environment

import dimscope_recorder
from dimscope_recorder import record


class Files(RecorderCase):
    def run_model(self, count=1, rows=1, **options):
        model = Same()
        with record(model, self.path, **options) as r:
            for _ in range(count):
                model(torch.zeros(rows))
        return r

    def test_header(self):
        self.run_model(note="ä warm-up")
        header = self.lines()[0]
        self.assertEqual(header["producer"], "dimscope_recorder 1.0 (torch %s)" % torch.__version__)
        self.assertEqual(header["note"], "ä warm-up")
        self.assertRegex(header["started_at"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertNotIn("rank", header)

    def test_each_line_is_there_at_once(self):
        model = Same()
        with record(model, self.path):
            for count in range(1, 4):
                model(torch.zeros(1))
                self.assertEqual(len(self.calls()), count)

    def test_an_older_capture_is_replaced_or_continued(self):
        self.run_model(3)
        self.run_model(2)
        self.assertEqual(len(self.calls()), 2)
        self.run_model(4, append=True)
        self.assertEqual(len(self.calls()), 6)

    def test_a_cut_line_is_dropped_when_continued(self):
        self.run_model(2)
        whole = self.path.read_bytes()
        for cut in (whole[:-5], whole + b'{"module": "Same', whole[:whole.index(b"\n")], whole + b"x" * 200_000):
            self.path.write_bytes(cut)
            self.run_model(1, append=True)
            found = len(self.calls())
            self.assertEqual(found, cut.count(b"\n") - 1 + 1 if b"\n" in cut else 1)

    def test_other_files_are_left_alone(self):
        for text in ("import torch\n", "{}\n", '{"format": "other"}\n'):
            self.path.write_text(text)
            for append in (False, True):
                model = Same()
                with self.assertRaisesRegex(FileExistsError, "is no capture"), record(model, self.path, append=append):
                    self.fail("recorded")
                self.assertEqual((self.path.read_text(), len(model._forward_hooks)), (text, 0))

    def test_paths_that_cannot_be_written(self):
        with self.assertRaises(FileNotFoundError), record(Same(), self.folder / "none" / "run.jsonl"):
            self.fail("recorded")
        with self.assertRaisesRegex(ValueError, "compress it when it is complete"), record(Same(), "run.jsonl.gz"):
            self.fail("recorded")

    def test_full_disk_ends_the_recording_and_leaves_whole_lines(self):
        model, write = Same(), os.write
        with self.messages("recording ends: [Errno 28]"), record(model, self.path) as r:
            model(torch.zeros(1))

            def half(fd, data):  # a part fits, then nothing
                if len(data) < 200:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                return write(fd, data[:len(data) // 2])
            with mock.patch.object(os, "write", half):
                self.assertEqual(model(torch.zeros(2)).shape, (2,))
            self.assertEqual(model(torch.zeros(3)).shape, (3,))
            self.assertEqual(len(model._forward_hooks), 0)
        self.assertEqual((len(self.calls()), r.calls), (1, 1))

    def test_parts(self):
        self.run_model(1)
        line = len(self.path.read_bytes().splitlines(True)[1])
        self.path.unlink()
        r = self.run_model(20, max_bytes=10 * line)
        self.assertEqual(r.paths, [str(self.folder / ("run.%04d.shapes.jsonl" % n)) for n in (1, 2, 3)])
        self.assertFalse(self.path.exists())
        numbers = []
        for part, path in enumerate(r.paths, 1):
            self.assertLessEqual(os.path.getsize(path), 10 * line)
            self.assertEqual(self.lines(path)[0]["part"], part)
            numbers += [call["call"] for call in self.calls(path)]
        self.assertEqual(numbers, list(range(1, 21)))

        r = self.run_model(3, max_bytes=10 * line, append=True)  # goes on in the last part
        self.assertEqual(sum(len(self.calls(path)) for path in self.folder.glob("run.*.jsonl")), 23)
        other = self.folder / "run.0009.shapes.jsonl"
        other.write_text("no capture\n")
        self.run_model(1, max_bytes=10 * line)  # parts of an older run do not mix with those of this
        self.assertEqual([path.name for path in sorted(self.folder.iterdir())], ["run.0001.shapes.jsonl", other.name])

    def test_the_last_parts_can_be_kept(self):
        r = self.run_model(9, max_bytes=1, keep_parts=2)  # a line that is longer than a part has a part of its own
        self.assertEqual([os.path.basename(path) for path in r.paths], ["run.0008.shapes.jsonl", "run.0009.shapes.jsonl"])
        self.assertEqual([path.name for path in sorted(self.folder.iterdir())], [os.path.basename(path) for path in r.paths])
        self.assertEqual([call["call"] for call in self.calls(r.paths[1])], [9])

    def test_ranks(self):
        for variables, name, rank in [
                ({"RANK": "3", "WORLD_SIZE": "8"}, "run.rank3.shapes.jsonl", 3),
                ({"RANK": "0", "WORLD_SIZE": "1"}, "run.shapes.jsonl", None),
                ({"SLURM_PROCID": "2", "SLURM_NTASKS": "4"}, "run.rank2.shapes.jsonl", 2),
                ({"RANK": "x"}, "run.shapes.jsonl", None)]:
            with self.subTest(variables), mock.patch.dict(os.environ, variables):
                r = self.run_model(2)
                self.assertEqual([os.path.basename(path) for path in r.paths], [name])
                self.assertEqual(self.lines(r.paths[0])[0].get("rank"), rank)
        with mock.patch.dict(os.environ, {"RANK": "5", "WORLD_SIZE": "8"}):
            self.path = self.folder / "r{rank}.jsonl"
            self.assertEqual(self.run_model(1).paths, [str(self.folder / "r5.jsonl")])

    @unittest.skipUnless(torch.distributed.is_available(), "torch is built without torch.distributed")
    def test_ranks_of_a_process_group(self):
        script = self.folder / "rank.py"
        script.write_text(textwrap.dedent("""\
            import sys, torch
            from dimscope_recorder import record
            torch.distributed.init_process_group("gloo", init_method="file://" + sys.argv[1], rank=int(sys.argv[2]), world_size=2)
            model = torch.nn.Linear(2, 2)
            with record(model, sys.argv[3], batch_size=1):
                model(torch.zeros(int(sys.argv[2]) + 1, 2))
            """))
        ranks = [subprocess.Popen([sys.executable, str(script), str(self.folder / "meet"), str(rank), str(self.path)],
                                  env=environment()) for rank in (0, 1)]
        self.assertEqual([rank.wait(120) for rank in ranks], [0, 0])
        for rank in (0, 1):
            call, = self.calls(self.folder / ("run.rank%d.shapes.jsonl" % rank))
            self.assertEqual(call["inputs"]["tensor_data"][0]["shape"], [rank + 1, 2])

    def test_two_processes_do_not_share_a_file(self):
        model = Same()
        with record(model, self.path):
            model(torch.zeros(1))
            with self.messages("is being written by another process; this one writes"):
                other = record(model, self.path).start()
            model(torch.zeros(1))
            other.stop()
        self.assertEqual((len(self.calls()), len(self.calls(other.paths[0]))), (2, 1))
        self.assertIn("run.pid%d.shapes.jsonl" % os.getpid(), other.paths[0])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_forked_child_writes_its_own_file(self):
        model = Same()
        with record(model, self.path):
            model(torch.zeros(1))
            child = os.fork()
            if child == 0:
                model(torch.zeros(2))
                os._exit(0)
            os.waitpid(child, 0)
            model(torch.zeros(3))
        shapes = [[c["inputs"]["tensor_data"][0]["shape"][0] for c in self.calls(path)]
                  for path in (self.path, self.folder / ("run.pid%d.shapes.jsonl" % child))]
        self.assertEqual(shapes, [[1, 3], [2]])

    def test_kill_loses_no_whole_line(self):
        script = self.folder / "endless.py"
        script.write_text(textwrap.dedent("""\
            import sys, torch
            from dimscope_recorder import record
            model = torch.nn.Linear(3, 2)
            with record(model, sys.argv[1], batch_size=2), torch.no_grad():
                for count in range(1, 1000000):
                    model(torch.zeros(2, 3))
                    sys.stdout.write("%d\\n" % count)
                    sys.stdout.flush()
            """))
        with subprocess.Popen([sys.executable, str(script), str(self.path)], stdout=subprocess.PIPE, env=environment()) as child:
            for line in child.stdout:
                if int(line) >= 500:
                    break
            os.kill(child.pid, signal.SIGKILL)
            told = [int(line)] + [int(more) for more in child.stdout.read().splitlines(True) if more.endswith(b"\n")]
        self.assertEqual(child.wait(), -signal.SIGKILL)
        data = self.path.read_bytes()
        calls = [json.loads(line) for line in data[:data.rindex(b"\n")].splitlines()[1:]]
        self.assertEqual([call["call"] for call in calls], list(range(1, len(calls) + 1)))
        self.assertGreaterEqual(len(calls), told[-1])


if __name__ == "__main__":
    unittest.main()
